SELECT key_id, account_id, name, kind, masked, created_at, revoked_at
FROM api_key WHERE account_id = :account_id ORDER BY created_at, kind, key_id;
