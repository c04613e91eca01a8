-- What was an account charged for each of its keys, on the days of a range? Keys without a charge have no row.
SELECT
  key_id, name AS key_name, kind AS key_kind, revoked_at AS key_revoked_at,
  CAST(sum(units) AS BIGINT) AS units, CAST(sum(requests) AS BIGINT) AS requests
FROM usage_history JOIN api_key USING (key_id)
WHERE account_id = :account_id AND usage_date BETWEEN :since AND :until
GROUP BY key_id, name, kind, revoked_at
HAVING sum(requests) > 0
ORDER BY sum(units) DESC, key_id;
