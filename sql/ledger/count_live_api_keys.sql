-- How many keys count toward the account's limit? The MCP key and expired keys do not.
-- result keys INTEGER NOT NULL
SELECT count(*) AS keys FROM api_key
WHERE account_id = :account_id AND kind = 'api' AND revoked_at IS NULL AND (expires_at IS NULL OR expires_at > :now);
