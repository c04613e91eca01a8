-- The trades of a made-up day. No measurement reads them.
COPY (
  SELECT ticker FROM read_parquet(getvariable('broker_day'), hive_partitioning = false) LIMIT 0
) TO (getvariable('file')) (FORMAT parquet, COMPRESSION zstd);
