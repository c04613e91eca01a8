-- What was an account charged on each day of a range? Days without a charge have no row.
SELECT usage_date, CAST(sum(units) AS BIGINT) AS units, CAST(sum(requests) AS BIGINT) AS requests
FROM usage_history JOIN api_key USING (key_id)
WHERE account_id = :account_id AND usage_date BETWEEN :since AND :until
GROUP BY usage_date
ORDER BY usage_date;
