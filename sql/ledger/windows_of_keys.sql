-- What was each key of an account charged in each quota window, and when was it last used?
SELECT key_usage.key_id, quota_window, units, last_used_at
FROM key_usage JOIN api_key ON api_key.key_id = key_usage.key_id
WHERE account_id = :account_id
ORDER BY key_usage.key_id, quota_window;
