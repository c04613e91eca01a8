-- Which market files are current for each month?
SELECT
  month, name, days, broker_rows_sha256, broker_sums_sha256, ticker_rows_sha256, build, publications
FROM market_files
ORDER BY month;
