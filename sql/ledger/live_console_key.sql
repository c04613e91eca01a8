-- Which key does the console use for an account?
SELECT key_id FROM api_key WHERE account_id = :account_id AND kind = 'console' AND revoked_at IS NULL;
