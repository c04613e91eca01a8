-- How many sides of trades belong to foreign investors, and how many to domestic investors?
SELECT
  coalesce(sum(buy_freq + sell_freq) FILTER (investor = 'f'), 0)::DOUBLE AS foreign_sides,
  coalesce(sum(buy_freq + sell_freq) FILTER (investor = 'd'), 0)::DOUBLE AS domestic_sides
FROM read_parquet($broker_day, hive_partitioning = false);
