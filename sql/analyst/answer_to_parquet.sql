COPY (FROM query(getvariable('question'))) TO $file (FORMAT parquet, COMPRESSION zstd);
