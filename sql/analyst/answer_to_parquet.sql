COPY (FROM query(getvariable('written_question'))) TO $file (FORMAT parquet, COMPRESSION zstd);
