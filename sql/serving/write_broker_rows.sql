-- The broker_day rows of a month, by broker: a question about one broker skips the row groups of the others.
COPY (FROM broker_rows ORDER BY broker, trade_date, ticker, market, investor)
TO $path (FORMAT parquet, COMPRESSION lz4_raw, PARQUET_VERSION v2, ROW_GROUP_SIZE 32768);
