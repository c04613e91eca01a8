-- The check becomes the newest one, also if the same revision and file were compared before.
INSERT INTO official_check (
  trade_date, revision, official_sha256, source, checked_at, tickers, differing_tickers, differences, patterns, compared
) VALUES (
  :trade_date, :revision, :official_sha256, :source, :checked_at, :tickers, :differing_tickers, :differences, :patterns,
  :compared
)
ON CONFLICT (trade_date, revision, official_sha256) DO UPDATE SET
  check_id = (SELECT max(check_id) + 1 FROM official_check),
  source = excluded.source,
  checked_at = excluded.checked_at,
  tickers = excluded.tickers,
  differing_tickers = excluded.differing_tickers,
  differences = excluded.differences,
  patterns = excluded.patterns,
  compared = excluded.compared;
