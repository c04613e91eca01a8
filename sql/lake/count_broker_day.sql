-- How many rows does the broker_day file of a day have?
SELECT count(*) AS rows FROM read_parquet($broker_day, hive_partitioning = false);
