-- Which tickers have a row in one of two files of measure_day, and does it differ?
SELECT ticker, earlier IS DISTINCT FROM later AS is_changed
FROM (SELECT ticker, earlier FROM read_parquet($earlier, hive_partitioning = false) AS earlier)
FULL JOIN (SELECT ticker, later FROM read_parquet($later, hive_partitioning = false) AS later) USING (ticker);
