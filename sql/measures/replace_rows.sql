-- The file of a day with newly computed rows of some tickers, and the earlier rows of all others.
COPY (
  FROM (
    FROM read_parquet($computed, hive_partitioning = false)
    UNION ALL BY NAME
    FROM read_parquet($earlier, hive_partitioning = false) WHERE NOT list_contains($tickers, ticker)
  )
  ORDER BY ticker
) TO $file (FORMAT parquet, COMPRESSION zstd);
