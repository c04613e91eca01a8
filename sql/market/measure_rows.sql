-- The rows of measure_day, and those with adjusted rows in the place of those of the same stock and day.
--   adjusted: rows as a JSON array
--   measure_row: the types of their columns
CREATE MACRO traded_measure_rows(files) AS TABLE
FROM read_parquet(files, hive_partitioning = true, hive_types = {'trade_date': DATE});

CREATE MACRO measure_rows(files, adjusted) AS TABLE
WITH adjusted_rows AS (
  SELECT unnest(from_json(adjusted, '[' || getvariable('measure_row') || ']'), recursive := true)
)
FROM traded_measure_rows(files)
ANTI JOIN adjusted_rows USING (trade_date, ticker)
UNION ALL BY NAME
FROM adjusted_rows;
