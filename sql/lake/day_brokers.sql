-- How many sides of trades does each broker have?
SELECT broker, sum(buy_freq + sell_freq)::DOUBLE AS sides
FROM read_parquet($broker_day, hive_partitioning = false)
GROUP BY broker
ORDER BY broker;
