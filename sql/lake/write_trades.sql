COPY (FROM day_trades ORDER BY ticker, trade_no) TO $trades (FORMAT parquet, COMPRESSION zstd);
