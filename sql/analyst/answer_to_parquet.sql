COPY (FROM query(getvariable('written_query'))) TO $file (FORMAT parquet, COMPRESSION zstd);
