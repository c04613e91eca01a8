INSERT INTO market_files (
  month, name, days, broker_rows_sha256, broker_sums_sha256, ticker_rows_sha256, built_at, publications
) VALUES (
  :month, :name, :days, :broker_rows_sha256, :broker_sums_sha256, :ticker_rows_sha256, :built_at,
  (SELECT count(published_at) FROM publication WHERE trade_date BETWEEN :month || '-01' AND :month || '-31')
)
ON CONFLICT (month) DO UPDATE SET
  name = excluded.name, days = excluded.days, broker_rows_sha256 = excluded.broker_rows_sha256,
  broker_sums_sha256 = excluded.broker_sums_sha256, ticker_rows_sha256 = excluded.ticker_rows_sha256,
  built_at = excluded.built_at, build = market_files.build + 1,
  publications = excluded.publications;
