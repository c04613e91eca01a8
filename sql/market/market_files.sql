-- The tables of the questions, from market files.
CREATE MACRO broker_rows(files) AS TABLE FROM read_parquet(files);
CREATE MACRO broker_sums(files) AS TABLE FROM read_parquet(files);
CREATE MACRO ticker_rows(files) AS TABLE FROM read_parquet(files);
