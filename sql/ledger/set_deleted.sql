-- Replaces the e-mail address of an account, and suspends it.
-- :deleted_at TEXT NOT NULL
UPDATE account SET email = :email, deleted_at = :deleted_at, suspended_at = coalesce(suspended_at, :deleted_at)
WHERE account_id = :account_id;
