-- What did each broker buy and sell of a ticker on each day? Asked of the daily Parquet files as they lie.
SELECT
  trade_date,
  broker,
  sum(buy_freq) AS buy_freq,
  sum(sell_freq) AS sell_freq,
  sum(buy_volume) AS buy_volume,
  sum(sell_volume) AS sell_volume,
  sum(buy_value) AS buy_value,
  sum(sell_value) AS sell_value
FROM read_parquet($files, hive_partitioning = true, hive_types = {'trade_date': DATE})
WHERE ticker = $ticker AND trade_date BETWEEN $from::DATE AND $to::DATE AND market IN ('RG', 'NG')
GROUP BY trade_date, broker
ORDER BY trade_date, sum(buy_value) DESC, broker;
