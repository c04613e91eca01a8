-- The broker_day rows of a month in the served markets, with numbers instead of codes. A series is the trades of one broker in one market
-- for one investor type. src/market/serving/months/month-layout.ts has the formula of its number, and src/core/market/market.ts the numbers of its parts.
CREATE TABLE month_row AS
SELECT
  ticker_id,
  (
    broker_id * 4
    + CASE market WHEN 'RG' THEN 0 WHEN 'NG' THEN 1 END * 2
    + CASE investor WHEN 'd' THEN 0 WHEN 'f' THEN 1 END
  )::UINTEGER AS series,
  (trade_date - DATE '1970-01-01')::UINTEGER AS day,
  buy_freq, sell_freq, buy_volume, sell_volume, buy_value, sell_value
FROM read_parquet(getvariable('broker_day_files'), hive_partitioning = true, hive_types = {'trade_date': DATE}) AS broker_day
JOIN ticker ON broker_day.ticker = ticker.code
JOIN broker ON broker_day.broker = broker.code
WHERE market IN ('RG', 'NG');
