-- Withdraws the offers of a recurring agreement that no order has taken.
-- :withdrawn_at TEXT NOT NULL
UPDATE offer SET withdrawn_at = :withdrawn_at WHERE series = :series AND taken_by IS NULL AND withdrawn_at IS NULL;
