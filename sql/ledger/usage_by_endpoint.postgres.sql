-- What was an account charged for each endpoint, on the days of a range? Endpoints without a charge have no row.
SELECT endpoint, CAST(sum(units) AS BIGINT) AS units, CAST(sum(requests) AS BIGINT) AS requests
FROM usage_history JOIN api_key USING (key_id)
WHERE account_id = :account_id AND usage_date BETWEEN :since AND :until
GROUP BY endpoint
HAVING sum(requests) > 0
ORDER BY sum(units) DESC, endpoint;
