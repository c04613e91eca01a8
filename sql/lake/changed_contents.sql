-- Which trades does the replaced revision have more often than the new one (removed), or less often (added)? A trade that was altered counts
-- as one of each. Only tickers whose hashes differ in sum are compared trade by trade.
CREATE OR REPLACE TABLE changed_contents AS
WITH new_tickers AS (
  SELECT ticker, count(*) AS trades, sum(content) AS contents FROM trade_contents($trades) GROUP BY ticker
),
old_tickers AS (
  SELECT ticker, count(*) AS trades, sum(content) AS contents FROM trade_contents($replaced) GROUP BY ticker
),
changed_tickers AS (
  SELECT ticker FROM new_tickers FULL JOIN old_tickers USING (ticker)
  WHERE (new_tickers.trades, new_tickers.contents) IS DISTINCT FROM (old_tickers.trades, old_tickers.contents)
)
SELECT
  content,
  count(*) FILTER (is_new) AS new_trades,
  count(*) FILTER (NOT is_new) AS old_trades
FROM (
  SELECT content, true AS is_new FROM trade_contents($trades) WHERE ticker IN (FROM changed_tickers)
  UNION ALL
  SELECT content, false AS is_new FROM trade_contents($replaced) WHERE ticker IN (FROM changed_tickers)
)
GROUP BY content
HAVING new_trades <> old_trades;
