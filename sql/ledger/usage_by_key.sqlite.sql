-- What was an account charged for each of its keys, on the days of a range? Keys without a charge have no row.
-- :since TEXT NOT NULL
-- :until TEXT NOT NULL
-- result units INTEGER NOT NULL
-- result requests INTEGER NOT NULL
SELECT
  key_id, name AS key_name, kind AS key_kind, revoked_at AS key_revoked_at,
  CAST(sum(units) AS BIGINT) AS units, CAST(sum(requests) AS BIGINT) AS requests
FROM api_key JOIN usage_series USING (key_id) JOIN usage_count USING (series)
WHERE account_id = :account_id AND epoch_day BETWEEN unixepoch(:since) / 86400 AND unixepoch(:until) / 86400
GROUP BY key_id, name, kind, revoked_at
HAVING sum(requests) > 0
ORDER BY sum(units) DESC, key_id;
