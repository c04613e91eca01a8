-- Which tickers does the year serve? Numbered from 0, in the order of their codes.
CREATE TABLE ticker AS
SELECT (row_number() OVER (ORDER BY code) - 1)::UINTEGER AS ticker_id, code
FROM (
  SELECT DISTINCT ticker AS code FROM read_parquet(getvariable('broker_day_files')) WHERE market IN ('RG', 'NG')
);
