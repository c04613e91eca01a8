-- The layout that Alir is compared with: a DuckDB table of broker_day rows sorted by ticker, with numbers for words.
CREATE TABLE ticker AS
SELECT (row_number() OVER (ORDER BY code))::INTEGER AS ticker_id, code
FROM (SELECT DISTINCT ticker AS code FROM read_parquet(getvariable('broker_day_files')));

CREATE TYPE broker_code AS ENUM (
  SELECT DISTINCT broker FROM read_parquet(getvariable('broker_day_files')) ORDER BY broker
);

CREATE TABLE broker_day AS
SELECT
  ticker_id,
  trade_date,
  (CASE market WHEN 'RG' THEN 0 WHEN 'NG' THEN 1 END)::UTINYINT AS market_id,
  (CASE investor WHEN 'd' THEN 0 WHEN 'f' THEN 1 END)::UTINYINT AS investor_id,
  broker::broker_code AS broker,
  buy_freq, sell_freq, buy_volume, sell_volume, buy_value, sell_value
FROM read_parquet(getvariable('broker_day_files'), hive_partitioning = true, hive_types = {'trade_date': DATE})
JOIN ticker ON ticker = code
WHERE market IN ('RG', 'NG')
ORDER BY ticker_id, trade_date, market_id, investor_id, broker;
