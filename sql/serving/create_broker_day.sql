-- The year's broker_day rows of the served markets, those of a ticker side by side. Numbers as in src/core/market.ts.
CREATE TABLE building.broker_day AS
SELECT
  ticker_id,
  trade_date,
  (CASE market WHEN 'RG' THEN 0 WHEN 'NG' THEN 1 END)::UTINYINT AS market_id,
  (CASE investor WHEN 'd' THEN 0 WHEN 'f' THEN 1 END)::UTINYINT AS investor_id,
  broker::building.broker_code AS broker,
  buy_freq, sell_freq, buy_volume, sell_volume, buy_value, sell_value
FROM read_parquet(getvariable('broker_day_files'), hive_partitioning = true, hive_types = {'trade_date': DATE})
JOIN building.ticker ON ticker = code
WHERE market IN ('RG', 'NG')
ORDER BY ticker_id, trade_date, market_id, investor_id, broker;
