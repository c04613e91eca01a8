-- Withdraws an offer that no order has taken.
-- :withdrawn_at TEXT NOT NULL
UPDATE offer SET withdrawn_at = :withdrawn_at WHERE offer_id = :offer_id AND taken_by IS NULL AND withdrawn_at IS NULL;
