-- For each session of the regular market: its trades, its first and last second since midnight, and the minutes with a trade.
SELECT session, trades, first_second, last_second, minutes
FROM (
  SELECT
    session::INTEGER AS session,
    sum(trades)::DOUBLE AS trades,
    min(first_second) AS first_second,
    max(last_second) AS last_second
  FROM day_groups
  WHERE market = 'RG'
  GROUP BY session
)
JOIN (
  SELECT session::INTEGER AS session, count(DISTINCT trade_second // 60)::INTEGER AS minutes
  FROM read_parquet($trades, hive_partitioning = false)
  WHERE market = 'RG'
  GROUP BY session
) USING (session)
ORDER BY session;
