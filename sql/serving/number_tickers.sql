-- Which tickers does the file of a month contain? Those that trade in the month, and those of the file before it. Their numbers start at 0,
-- in code order.
CREATE TABLE ticker AS
SELECT (row_number() OVER (ORDER BY code) - 1)::UINTEGER AS ticker_id, code
FROM (
  SELECT ticker AS code FROM read_parquet(getvariable('broker_day_files')) WHERE market IN ('RG', 'NG')
  UNION
  SELECT unnest(getvariable('earlier_tickers')::VARCHAR[])
);
