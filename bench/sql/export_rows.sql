-- Every row, in the order of the question, for the row stores.
SELECT
  code AS ticker, trade_date::VARCHAR AS trade_date, market_id, investor_id, broker::VARCHAR AS broker,
  buy_freq, sell_freq, buy_volume, sell_volume, buy_value, sell_value
FROM broker_day JOIN ticker USING (ticker_id)
ORDER BY ticker, trade_date, market_id, investor_id, broker;
