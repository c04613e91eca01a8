-- Withdraws the offers to an account that no order has taken.
-- :withdrawn_at TEXT NOT NULL
UPDATE offer SET withdrawn_at = :withdrawn_at WHERE account_id = :account_id AND taken_by IS NULL AND withdrawn_at IS NULL;
