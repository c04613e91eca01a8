-- How many sides of trades are of foreign investors, and how many of domestic ones?
SELECT
  coalesce(sum(buy_freq + sell_freq) FILTER (investor = 'f'), 0)::DOUBLE AS foreign_sides,
  coalesce(sum(buy_freq + sell_freq) FILTER (investor = 'd'), 0)::DOUBLE AS domestic_sides
FROM read_parquet($broker_day, hive_partitioning = false);
