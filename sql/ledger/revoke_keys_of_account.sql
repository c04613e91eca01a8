-- Revokes all keys of an account, and removes what a customer entered for them.
-- :revoked_at TEXT NOT NULL
UPDATE api_key SET revoked_at = coalesce(revoked_at, :revoked_at), name = :name, allowed_ips = NULL
WHERE account_id = :account_id;
