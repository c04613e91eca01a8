-- Which brokers traded most, in all tickers?
SELECT
  broker,
  sum(buy_freq) AS buy_freq,
  sum(sell_freq) AS sell_freq,
  sum(buy_volume) AS buy_volume,
  sum(sell_volume) AS sell_volume,
  sum(buy_value) AS buy_value,
  sum(sell_value) AS sell_value
FROM broker_sums($files)
WHERE trade_date BETWEEN $from::DATE AND $to::DATE
  AND ($market = 'ALL' OR market = $market)
  AND ($investor = 'all' OR investor = $investor)
GROUP BY broker
ORDER BY sum(buy_value) DESC, broker;
