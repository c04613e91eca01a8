-- The market files of each month: broker_day by broker, its sums over all tickers, and ticker_day, in one Parquet file each.
CREATE TABLE market_files (
  month TEXT PRIMARY KEY,
  -- The file of a table is `name.table.parquet`.
  name TEXT NOT NULL,
  -- The trading days in the files, separated by commas.
  days TEXT NOT NULL,
  broker_rows_sha256 TEXT NOT NULL,
  broker_sums_sha256 TEXT NOT NULL,
  ticker_rows_sha256 TEXT NOT NULL,
  build INTEGER NOT NULL DEFAULT 1,
  built_at TEXT NOT NULL
) STRICT;
