-- The rows of the market files of a month, from the lake.
CREATE VIEW broker_rows AS FROM broker_rows(getvariable('broker_day_files'));
CREATE VIEW broker_sums AS FROM broker_sums(getvariable('broker_day_files'));
CREATE VIEW ticker_rows AS FROM ticker_rows(getvariable('ticker_day_files'));
