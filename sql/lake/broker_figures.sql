-- What did each broker buy and sell of a ticker on a day, by market and investor?
SELECT
  market,
  investor,
  broker,
  buy_freq::DOUBLE AS buy_freq,
  sell_freq::DOUBLE AS sell_freq,
  buy_volume::DOUBLE AS buy_volume,
  sell_volume::DOUBLE AS sell_volume,
  buy_value::DOUBLE AS buy_value,
  sell_value::DOUBLE AS sell_value
FROM read_parquet($broker_day, hive_partitioning = false)
WHERE ticker = $ticker;
