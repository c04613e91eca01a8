-- What was each key of an account charged, by day and endpoint?
SELECT usage_history.key_id, usage_date, endpoint, units, requests
FROM usage_history JOIN api_key ON api_key.key_id = usage_history.key_id
WHERE account_id = :account_id
ORDER BY usage_date, usage_history.key_id, endpoint;
