-- Which trades does the replaced revision have more often than the new one (removed), or less often (added)? A trade that was altered counts
-- as one of each. Few trades differ in a correction: only those in buckets of hashes whose sums differ are compared one by one.
CREATE OR REPLACE TABLE changed_contents AS
WITH new_buckets AS (
  SELECT content >> 48 AS bucket, count(*) AS trades, sum(content) AS contents FROM trade_contents($trades) GROUP BY bucket
),
old_buckets AS (
  SELECT content >> 48 AS bucket, count(*) AS trades, sum(content) AS contents FROM trade_contents($replaced) GROUP BY bucket
),
changed_buckets AS (
  SELECT bucket FROM new_buckets FULL JOIN old_buckets USING (bucket)
  WHERE (new_buckets.trades, new_buckets.contents) IS DISTINCT FROM (old_buckets.trades, old_buckets.contents)
)
SELECT
  content,
  count(*) FILTER (is_new) AS new_trades,
  count(*) FILTER (NOT is_new) AS old_trades
FROM (
  SELECT content, true AS is_new FROM trade_contents($trades) WHERE content >> 48 IN (FROM changed_buckets)
  UNION ALL
  SELECT content, false AS is_new FROM trade_contents($replaced) WHERE content >> 48 IN (FROM changed_buckets)
)
GROUP BY content
HAVING new_trades <> old_trades;
