-- The check becomes the newest one, also if the same revision and file were compared before. A result that stood keeps its time, because
-- earlier answers have it.
INSERT INTO official_check (
  trade_date, revision, official_sha256, source, checked_at, tickers, differing_tickers, differences, patterns, compared
) VALUES (
  :trade_date, :revision, :official_sha256, :source, :checked_at, :tickers, :differing_tickers, :differences, :patterns,
  :compared
)
ON CONFLICT (trade_date, revision, official_sha256) DO UPDATE SET
  check_id = (SELECT max(check_id) + 1 FROM official_check),
  source = excluded.source,
  checked_at = CASE
    WHEN official_check.differences = excluded.differences AND official_check.compared = excluded.compared AND NOT EXISTS (
      SELECT 1 FROM official_check AS later
      WHERE later.trade_date = excluded.trade_date AND later.revision = excluded.revision
        AND later.check_id > official_check.check_id
    ) THEN official_check.checked_at
    ELSE excluded.checked_at
  END,
  tickers = excluded.tickers,
  differing_tickers = excluded.differing_tickers,
  differences = excluded.differences,
  patterns = excluded.patterns,
  compared = excluded.compared;
