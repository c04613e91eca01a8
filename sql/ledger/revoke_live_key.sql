-- Revokes a key that is replaced, now or at a later time, unless its revocation is already set or it has expired. Nobody knows the key of the console, so it is not replaced.
-- :now TEXT NOT NULL
-- :revoked_at TEXT NOT NULL
UPDATE api_key SET revoked_at = :revoked_at
WHERE key_id = :key_id AND kind <> 'console' AND revoked_at IS NULL AND (expires_at IS NULL OR expires_at > :now)
RETURNING account_id, name, kind, scopes, expires_at, allowed_ips, max_units, link;
