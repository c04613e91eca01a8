-- The rows that the measures of a day are computed from.
--   ticker_day_files: those of the last 250 days; broker_day_files: those of the last 60 days
--   measure_day_files: those of all days before
CREATE VIEW ticker_days AS
FROM read_parquet(getvariable('ticker_day_files'), hive_partitioning = true, hive_types = {'trade_date': DATE});

CREATE VIEW broker_days AS
FROM read_parquet(getvariable('broker_day_files'), hive_partitioning = true, hive_types = {'trade_date': DATE});

CREATE VIEW earlier_measures AS
FROM read_parquet(getvariable('measure_day_files'), hive_partitioning = true, hive_types = {'trade_date': DATE});
