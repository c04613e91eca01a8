-- For each session of the regular market: its trades, its first and last second since midnight, and the minutes with a trade.
SELECT session, trades, first_second, last_second, minutes
FROM (
  SELECT
    session::INTEGER AS session,
    sum(trades)::DOUBLE AS trades,
    epoch(min(first_time))::INTEGER AS first_second,
    epoch(max(last_time))::INTEGER AS last_second
  FROM day_groups
  WHERE market = 'RG'
  GROUP BY session
)
JOIN (
  SELECT session::INTEGER AS session, count(DISTINCT hour(trade_time) * 60 + minute(trade_time))::INTEGER AS minutes
  FROM read_parquet($trades, hive_partitioning = false)
  WHERE market = 'RG'
  GROUP BY session
) USING (session)
ORDER BY session;
