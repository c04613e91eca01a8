-- How many trades has each minute of the regular market, counted from midnight in Jakarta?
SELECT (trade_second // 60)::INTEGER AS minute, count(*)::DOUBLE AS trades
FROM read_parquet($trades, hive_partitioning = false)
WHERE market = 'RG'
GROUP BY minute
ORDER BY minute;
