-- What was traded in a market on each day, in all stocks together? A day without a trade in the market has no row.
SELECT
  trade_date::VARCHAR AS date,
  count(*) AS tickers,
  sum(volume) AS volume,
  sum(value) AS value,
  sum(freq) AS freq,
  sum(foreign_buy_value) AS foreign_buy,
  sum(foreign_sell_value) AS foreign_sell
FROM ticker_rows($files)
WHERE market = $market AND trade_date BETWEEN $from::DATE AND $to::DATE
GROUP BY trade_date
ORDER BY date;
