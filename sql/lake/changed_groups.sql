-- Which groups of trades did the new revision change, and how much? A group has the same ticker and market, the same market, the same broker
-- and investor, the same ticker, market and investor, or all of these in common; what differs in it is null. Trades count once in groups of
-- tickers and markets. In all others, each of their sides counts.
WITH sides AS (
  SELECT
    ticker, market, buyer_investor AS investor, buyer AS broker,
    removed, added, removed_volume, added_volume, removed_value, added_value
  FROM changed_pairs
  UNION ALL
  SELECT
    ticker, market, seller_investor AS investor, seller AS broker,
    removed, added, removed_volume, added_volume, removed_value, added_value
  FROM changed_pairs
),
old_sides AS (
  SELECT ticker, market, investor, broker, buy_freq + sell_freq AS published, buy_value + sell_value AS published_value
  FROM read_parquet($replaced_broker_day, hive_partitioning = false)
),
groups AS (
  SELECT
    ticker, market, investor, broker,
    sum(published) AS published,
    sum(published_value) AS published_value,
    sum(removed) AS removed,
    sum(added) AS added,
    sum(removed_volume) AS removed_volume,
    sum(added_volume) AS added_volume,
    sum(removed_value) AS removed_value,
    sum(added_value) AS added_value
  FROM (FROM sides UNION ALL BY NAME FROM old_sides)
  GROUP BY GROUPING SETS (
    (ticker, market), (market), (investor, broker), (ticker, market, investor), (ticker, market, investor, broker)
  )
)
SELECT
  ticker, market, investor, broker,
  (coalesce(published, 0) / sides)::DOUBLE AS published,
  (coalesce(published_value, 0) / sides)::DOUBLE AS published_value,
  (removed / sides)::DOUBLE AS removed,
  (added / sides)::DOUBLE AS added,
  (removed_volume / sides)::DOUBLE AS removed_volume,
  (added_volume / sides)::DOUBLE AS added_volume,
  (removed_value / sides)::DOUBLE AS removed_value,
  (added_value / sides)::DOUBLE AS added_value
FROM (SELECT *, CASE WHEN investor IS NULL THEN 2 ELSE 1 END AS sides FROM groups)
WHERE removed + added > 0 AND (ticker IS NULL OR investor IS NULL OR greatest(removed, added) > $few_trades)
ORDER BY greatest(removed, added) DESC, ticker, market, investor, broker;
