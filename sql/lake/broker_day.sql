-- The buys and sells of each broker on one day, read back from the disk.
CREATE OR REPLACE TABLE broker_day AS FROM read_parquet($broker_day, hive_partitioning = false);
