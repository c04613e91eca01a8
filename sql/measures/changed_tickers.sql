-- Which tickers have other trades in a new revision of a day, by their sums? The first part finds a ticker that is no longer in a market, the
-- second one that is new in it. If a broker's row is gone, the row of another broker or the totals of the ticker have changed too.
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
