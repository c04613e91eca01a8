-- The removed and the added trades by ticker, market, and the broker and investor of each side. `repeated`: added trades that equal one of the
-- replaced revision. If only some of several equal trades were removed or added, each counts in part.
CREATE OR REPLACE TABLE changed_pairs AS
SELECT
  ticker, market, buyer, buyer_investor, seller, seller_investor,
  sum(removed) AS removed,
  sum(added) AS added,
  sum(added) FILTER (old_trades > 0) AS repeated,
  sum(removed * volume) AS removed_volume,
  sum(added * volume) AS added_volume,
  sum(removed * value) AS removed_value,
  sum(added * value) AS added_value
FROM (
  SELECT *, greatest(0, old_trades - new_trades) / old_trades AS removed, 0 AS added
  FROM trade_contents($replaced) JOIN changed_contents USING (content)
  UNION ALL BY NAME
  SELECT *, 0 AS removed, greatest(0, new_trades - old_trades) / new_trades AS added
  FROM trade_contents($trades) JOIN changed_contents USING (content)
)
GROUP BY ticker, market, buyer, buyer_investor, seller, seller_investor;
