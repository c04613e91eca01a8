-- Which brokers does the file of a month contain? Those that trade in the month, and those of the file before it. Their numbers start at 0,
-- in code order.
CREATE TABLE broker AS
SELECT (row_number() OVER (ORDER BY code) - 1)::UINTEGER AS broker_id, code
FROM (
  SELECT broker AS code FROM read_parquet(getvariable('broker_day_files'))
  UNION
  SELECT unnest(getvariable('earlier_brokers')::VARCHAR[])
);
