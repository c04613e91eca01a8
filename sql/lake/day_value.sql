-- What is the total value of the day's trades in all markets, in IDR?
SELECT coalesce(sum(buy_value), 0)::DOUBLE AS value FROM read_parquet($broker_day, hive_partitioning = false);
