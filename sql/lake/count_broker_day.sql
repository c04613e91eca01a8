-- How many rows has a day's broker_day file?
SELECT count(*) AS rows FROM read_parquet($broker_day, hive_partitioning = false);
