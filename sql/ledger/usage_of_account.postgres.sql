-- What was each key of an account charged, by day and endpoint?
SELECT usage_day.key_id, usage_date, endpoint, units, requests
FROM usage_day JOIN api_key ON api_key.key_id = usage_day.key_id
WHERE account_id = :account_id
ORDER BY usage_date, usage_day.key_id, endpoint;
