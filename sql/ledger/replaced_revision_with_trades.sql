-- Which replaced revision of a day has these bytes or these trades? None if the published revision has these trades too: a file with the
-- same trades undoes no correction.
-- result revision INTEGER
SELECT max(revision) AS revision FROM publication
WHERE trade_date = :trade_date AND state = 'replaced'
AND (source_sha256 = :source_sha256 OR trades_digest = :trades_digest)
AND NOT EXISTS (
  SELECT 1 FROM publication AS current
  WHERE current.trade_date = :trade_date AND current.state = 'published' AND current.trades_digest = :trades_digest
);
