-- Which tickers have measures on one of these days?
SELECT DISTINCT ticker FROM read_parquet($files, hive_partitioning = false) WHERE market = 'RG';
