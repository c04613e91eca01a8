-- Revokes a key. A revoked key keeps its time; a key that would be revoked later is revoked now.
-- :revoked_at TEXT NOT NULL
-- result last_used_at TEXT
UPDATE api_key SET revoked_at = CASE WHEN revoked_at < :revoked_at THEN revoked_at ELSE :revoked_at END WHERE key_id = :key_id
RETURNING
  key_id, account_id, name, kind, scopes, expires_at, allowed_ips, max_units, link, masked, created_at,
  (SELECT max(last_used_at) FROM key_usage WHERE key_usage.key_id = api_key.key_id) AS last_used_at,
  revoked_at;
