-- What did each broker buy and sell in some tickers, on each day? A sum that DOUBLE cannot represent is above 2^53, and refused.
SELECT
  ticker,
  broker,
  (trade_date - DATE '1970-01-01')::INTEGER AS day,
  sum(buy_freq)::DOUBLE AS buy_freq,
  sum(sell_freq)::DOUBLE AS sell_freq,
  sum(buy_volume)::DOUBLE AS buy_volume,
  sum(sell_volume)::DOUBLE AS sell_volume,
  sum(buy_value)::DOUBLE AS buy_value,
  sum(sell_value)::DOUBLE AS sell_value
FROM broker_rows($files)
WHERE ticker BETWEEN list_min($tickers) AND list_max($tickers)
  AND list_contains($tickers, ticker)
  AND trade_date BETWEEN $from::DATE AND $to::DATE
  AND list_contains($markets, market)
  AND list_contains($investors, investor)
GROUP BY ticker, broker, day
ORDER BY ticker, broker, day;
