-- The rows of the measure_day files; NaN for null.
SELECT ticker, (trade_date - DATE '1970-01-01')::DOUBLE AS day, coalesce(COLUMNS(* EXCLUDE (ticker, trade_date))::DOUBLE, 'NaN')
FROM read_parquet(getvariable('measure_day_files'), hive_partitioning = true, hive_types = {'trade_date': DATE});
