-- What share of the replaced revision's value, by ticker, market, investor, broker and side, does the new one also have? And after
-- buyers and sellers are exchanged?
WITH new_day AS (
  SELECT ticker, market, investor, broker, sum(buy_value)::DOUBLE AS buy, sum(sell_value)::DOUBLE AS sell
  FROM read_parquet($broker_day, hive_partitioning = false)
  GROUP BY ticker, market, investor, broker
),
replaced_day AS (
  SELECT ticker, market, investor, broker, sum(buy_value)::DOUBLE AS old_buy, sum(sell_value)::DOUBLE AS old_sell
  FROM read_parquet($replaced, hive_partitioning = false)
  GROUP BY ticker, market, investor, broker
)
SELECT
  sum(least(old_buy, coalesce(buy, 0)) + least(old_sell, coalesce(sell, 0))) / sum(old_buy + old_sell) AS kept,
  sum(least(old_buy, coalesce(sell, 0)) + least(old_sell, coalesce(buy, 0))) / sum(old_buy + old_sell) AS kept_exchanged,
  sum(old_buy) AS replaced_value,
  (SELECT sum(buy) FROM new_day) AS value
FROM replaced_day
LEFT JOIN new_day USING (ticker, market, investor, broker);
