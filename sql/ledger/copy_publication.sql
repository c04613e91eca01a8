-- Records a publication of another ledger with its number and times.
-- :published_at TEXT NOT NULL
-- :served_at TEXT NOT NULL
-- :market_served_at TEXT NOT NULL
-- :number INTEGER NOT NULL
INSERT INTO publication (
  trade_date, revision, state, source_name, source_sha256, duplicates,
  trades_rows, trades_sha256, trades_digest, broker_day_rows, broker_day_sha256, ticker_day_sha256,
  value, intended_at, published_at, served_at, market_served_at, ingested_by, number, deleted_at
) VALUES (
  :trade_date, :revision, 'published', :source_name, :source_sha256, :duplicates,
  :trades_rows, :trades_sha256, :trades_digest, :broker_day_rows, :broker_day_sha256, :ticker_day_sha256,
  :value, :intended_at, :published_at, :served_at, :market_served_at, :ingested_by, :number, :deleted_at
);
