-- Whose key is this, if it is a key that was not revoked?
SELECT key_id, account_id, name, kind, masked FROM api_key WHERE sha256 = :sha256 AND revoked_at IS NULL;
