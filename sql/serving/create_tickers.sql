-- A number for each ticker of the year: serving rows are found by comparing numbers.
CREATE TABLE building.ticker AS
SELECT (row_number() OVER (ORDER BY code))::INTEGER AS ticker_id, code
FROM (SELECT DISTINCT ticker AS code FROM read_parquet(getvariable('broker_day_files')));
