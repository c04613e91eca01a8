-- Revokes a key that is about to be replaced, unless it is already revoked or expired. Nobody knows the key of the console, so it is not replaced.
-- :now TEXT NOT NULL
UPDATE api_key SET revoked_at = :now
WHERE key_id = :key_id AND kind <> 'console' AND revoked_at IS NULL AND (expires_at IS NULL OR expires_at > :now)
RETURNING account_id, name, kind, scopes, expires_at, allowed_ips;
