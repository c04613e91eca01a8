-- Which market files are current for each month?
SELECT
  month, name, days, broker_rows_sha256, broker_sums_sha256, ticker_rows_sha256, build,
  CASE WHEN counted_build = build THEN publications ELSE (
    SELECT count(*) FROM publication
    WHERE trade_date BETWEEN month || '-01' AND month || '-31' AND published_at <= built_at
  ) END AS publications
FROM market_files
ORDER BY month;
