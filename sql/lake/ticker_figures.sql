-- What are the prices and totals of each ticker in each market of a day? Foreign figures are in shares.
SELECT
  ticker,
  market,
  open::DOUBLE AS open,
  high::DOUBLE AS high,
  low::DOUBLE AS low,
  close::DOUBLE AS close,
  freq::DOUBLE AS freq,
  volume::DOUBLE AS volume,
  value::DOUBLE AS value,
  foreign_buy_volume::DOUBLE AS foreign_buy,
  foreign_sell_volume::DOUBLE AS foreign_sell
FROM read_parquet($ticker_day, hive_partitioning = false);
