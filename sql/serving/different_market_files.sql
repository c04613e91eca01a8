-- Which market files do not have exactly the rows of the lake? The sum of the hashes of all rows does not depend on their order.
WITH rows_of_lake AS (
  SELECT 'broker_rows' AS table_name, count(*) AS rows, sum(hash(broker_rows)) AS hashes FROM broker_rows
  UNION ALL
  SELECT 'broker_sums', count(*), sum(hash(broker_sums)) FROM broker_sums
  UNION ALL
  SELECT 'ticker_rows', count(*), sum(hash(ticker_rows)) FROM ticker_rows
),
rows_of_files AS (
  SELECT 'broker_rows' AS table_name, count(*) AS rows, sum(hash(stored)) AS hashes
  FROM read_parquet($broker_rows) AS stored
  UNION ALL
  SELECT 'broker_sums', count(*), sum(hash(stored)) FROM read_parquet($broker_sums) AS stored
  UNION ALL
  SELECT 'ticker_rows', count(*), sum(hash(stored)) FROM read_parquet($ticker_rows) AS stored
)
SELECT table_name FROM (FROM rows_of_lake EXCEPT FROM rows_of_files);
