-- What did a broker buy and sell of a ticker on each day? A day without its trades has no row.
SELECT
  trade_date::VARCHAR AS date,
  sum(buy_volume) AS buy_volume,
  sum(sell_volume) AS sell_volume,
  sum(buy_value) AS buy_value,
  sum(sell_value) AS sell_value
FROM broker_rows($files)
WHERE broker = $broker
  AND ticker = $ticker
  AND trade_date BETWEEN $from::DATE AND $to::DATE
  AND ($market = 'ALL' OR market = $market)
  AND ($investor = 'all' OR investor = $investor)
GROUP BY date
ORDER BY date;
