-- Which brokers traded in the year? Their numbers start at 0, in code order.
CREATE TABLE broker AS
SELECT (row_number() OVER (ORDER BY code) - 1)::UINTEGER AS broker_id, code
FROM (SELECT DISTINCT broker AS code FROM read_parquet(getvariable('broker_day_files')));
