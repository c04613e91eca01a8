-- What did each broker buy and sell of a ticker over a range of days, in every market and for all investors?
SELECT
  broker,
  sum(buy_freq) AS buy_freq,
  sum(sell_freq) AS sell_freq,
  sum(buy_volume) AS buy_volume,
  sum(sell_volume) AS sell_volume,
  sum(buy_value) AS buy_value,
  sum(sell_value) AS sell_value
FROM $rows
WHERE $condition
GROUP BY broker;
