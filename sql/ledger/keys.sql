-- result last_used_at TEXT
SELECT
  key_id, account_id, name, kind, scopes, expires_at, allowed_ips, max_units, link, masked, created_at,
  (SELECT max(last_used_at) FROM key_usage WHERE key_usage.key_id = api_key.key_id) AS last_used_at,
  revoked_at
FROM api_key ORDER BY account_id, created_at, kind, key_id;
