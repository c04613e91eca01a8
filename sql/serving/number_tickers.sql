-- Which tickers are served for the year? Their numbers start at 0, in code order.
CREATE TABLE ticker AS
SELECT (row_number() OVER (ORDER BY code) - 1)::UINTEGER AS ticker_id, code
FROM (
  SELECT DISTINCT ticker AS code FROM read_parquet(getvariable('broker_day_files')) WHERE market IN ('RG', 'NG')
);
