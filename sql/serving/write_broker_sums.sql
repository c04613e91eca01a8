-- The broker_day rows of a month, summed over all tickers.
COPY (FROM broker_sums ORDER BY trade_date, broker, market, investor)
TO $path (FORMAT parquet, COMPRESSION lz4_raw, PARQUET_VERSION v2);
