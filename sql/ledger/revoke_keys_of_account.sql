-- Revokes all keys of an account, and removes what a customer entered for them.
-- :revoked_at TEXT NOT NULL
UPDATE api_key SET revoked_at = CASE WHEN revoked_at < :revoked_at THEN revoked_at ELSE :revoked_at END,
  name = :name, allowed_ips = NULL, link = NULL
WHERE account_id = :account_id;
