-- The facts of a published day, in the place of those of an earlier revision.
INSERT INTO day_facts (trade_date, trades_sha256, version, facts)
VALUES (:trade_date, :trades_sha256, :version, :facts)
ON CONFLICT (trade_date) DO UPDATE SET
  trades_sha256 = excluded.trades_sha256,
  version = excluded.version,
  facts = excluded.facts;
