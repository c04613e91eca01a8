-- What did each broker buy and sell of a ticker over a range of days?
SELECT
  broker,
  sum(buy_freq) AS buy_freq,
  sum(sell_freq) AS sell_freq,
  sum(buy_volume) AS buy_volume,
  sum(sell_volume) AS sell_volume,
  sum(buy_value) AS buy_value,
  sum(sell_value) AS sell_value
FROM broker_day
WHERE ticker = $1 AND trade_date BETWEEN $2 AND $3
GROUP BY broker;
