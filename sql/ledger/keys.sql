SELECT key_id, account_id, name, kind, masked, created_at, revoked_at
FROM api_key ORDER BY account_id, created_at, kind, key_id;
