INSERT INTO publication (
  trade_date, revision, state, source_name, source_sha256, duplicates,
  trades_rows, trades_sha256, trades_digest, broker_day_rows, broker_day_sha256, ticker_day_sha256,
  value, intended_at, ingested_by
) VALUES (
  :trade_date, :revision, 'intended', :source_name, :source_sha256, :duplicates,
  :trades_rows, :trades_sha256, :trades_digest, :broker_day_rows, :broker_day_sha256, :ticker_day_sha256,
  :value, :intended_at, :ingested_by
);
