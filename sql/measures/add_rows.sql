-- Adds the measures of some tickers on a day to those that later days are computed from.
INSERT INTO earlier_measures BY NAME
SELECT *, $trade_date::DATE AS trade_date
FROM read_parquet($file, hive_partitioning = false)
WHERE list_contains($tickers, ticker);
