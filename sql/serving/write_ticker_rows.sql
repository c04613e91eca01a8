-- The ticker_day rows of a month, by market and ticker. A question is about one market, and skips the row groups of the others.
COPY (FROM ticker_rows ORDER BY market, ticker, trade_date)
TO $path (FORMAT parquet, COMPRESSION lz4_raw, PARQUET_VERSION v2, ROW_GROUP_SIZE 8192);
