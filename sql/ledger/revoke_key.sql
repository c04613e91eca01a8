-- Revokes a key. A revoked key keeps the time of its first revocation.
-- :revoked_at TEXT NOT NULL
-- result last_used_at TEXT
UPDATE api_key SET revoked_at = coalesce(revoked_at, :revoked_at) WHERE key_id = :key_id
RETURNING
  key_id, account_id, name, kind, scopes, expires_at, allowed_ips, masked, created_at,
  (SELECT max(last_used_at) FROM key_usage WHERE key_usage.key_id = api_key.key_id) AS last_used_at,
  revoked_at;
