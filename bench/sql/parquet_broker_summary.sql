-- What did each broker buy and sell of a ticker over a range of days? Asked of the daily Parquet files as they lie.
SELECT
  broker,
  sum(buy_freq) AS buy_freq,
  sum(sell_freq) AS sell_freq,
  sum(buy_volume) AS buy_volume,
  sum(sell_volume) AS sell_volume,
  sum(buy_value) AS buy_value,
  sum(sell_value) AS sell_value
FROM read_parquet(getvariable('broker_day_files'), hive_partitioning = true, hive_types = {'trade_date': DATE})
WHERE ticker = $ticker AND trade_date BETWEEN $from AND $to AND market IN ('RG', 'NG')
GROUP BY broker;
