-- Which tickers have other trades in a new revision of a day, by their sums? A ticker that is in a market no more is in the first part, one that
-- is new in a market in the second. A broker's row that is gone changes that of another broker, or the totals of the ticker.
SELECT DISTINCT ticker
FROM (
  SELECT ticker FROM (
    FROM read_parquet($replaced_ticker_day, hive_partitioning = false)
    EXCEPT ALL
    FROM read_parquet($ticker_day, hive_partitioning = false)
  )
  UNION ALL
  SELECT ticker FROM (
    FROM read_parquet($broker_day, hive_partitioning = false)
    EXCEPT ALL
    FROM read_parquet($replaced_broker_day, hive_partitioning = false)
  )
);
