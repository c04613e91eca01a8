-- What was each key of an account charged, by day and endpoint?
-- result usage_date TEXT NOT NULL
SELECT key_id, date(epoch_day * 86400, 'unixepoch') AS usage_date, endpoint, units, requests
FROM api_key JOIN usage_series USING (key_id) JOIN usage_count USING (series)
WHERE account_id = :account_id
ORDER BY epoch_day, key_id, endpoint;
