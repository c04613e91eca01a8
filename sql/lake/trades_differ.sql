-- Do the trades, read back from the disk, differ from those of the daily file?
SELECT
  (SELECT (count(*), sum(trade_no), sum(volume), sum(value), sum(price)) FROM read_parquet($trades, hive_partitioning = false))
  IS DISTINCT FROM
  (SELECT (count(*), sum(trade_no), sum(volume), sum(value), sum(price)) FROM day_trades('clean_trades')) AS differ;
