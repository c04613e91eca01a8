-- What was an account charged on each day of a range? Days without a charge have no row.
-- :since TEXT NOT NULL
-- :until TEXT NOT NULL
-- result usage_date TEXT NOT NULL
-- result units INTEGER NOT NULL
-- result requests INTEGER NOT NULL
SELECT
  date(epoch_day * 86400, 'unixepoch') AS usage_date,
  CAST(sum(units) AS BIGINT) AS units,
  CAST(sum(requests) AS BIGINT) AS requests
FROM api_key JOIN usage_series USING (key_id) JOIN usage_count USING (series)
WHERE account_id = :account_id AND epoch_day BETWEEN unixepoch(:since) / 86400 AND unixepoch(:until) / 86400
GROUP BY epoch_day
ORDER BY epoch_day;
