-- Records a comparison, which becomes the newest one. Another one is never changed, because earlier answers have it.
INSERT INTO official_check (
  check_id, trade_date, revision, official_sha256, source, checked_at, tickers, differing_tickers, differences, patterns, compared
) VALUES (
  :check_id, :trade_date, :revision, :official_sha256, :source, :checked_at, :tickers, :differing_tickers, :differences, :patterns,
  :compared
);
