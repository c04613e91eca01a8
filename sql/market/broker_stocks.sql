-- What did a broker buy and sell, in each ticker?
SELECT
  ticker,
  sum(buy_freq) AS buy_freq,
  sum(sell_freq) AS sell_freq,
  sum(buy_volume) AS buy_volume,
  sum(sell_volume) AS sell_volume,
  sum(buy_value) AS buy_value,
  sum(sell_value) AS sell_value
FROM broker_rows($files)
WHERE broker = $broker
  AND trade_date BETWEEN $from::DATE AND $to::DATE
  AND ($market = 'ALL' OR market = $market)
  AND ($investor = 'all' OR investor = $investor)
GROUP BY ticker
ORDER BY sum(buy_value) DESC, ticker;
