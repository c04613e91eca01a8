INSERT INTO source_file (source, trade_date, stamp, outcome, reason, causes, kept_at, content_sha256, totals, seen_at)
VALUES (:source, :trade_date, :stamp, :outcome, :reason, :causes, :kept_at, :content_sha256, :totals, :seen_at)
ON CONFLICT (source) DO UPDATE SET
  trade_date = excluded.trade_date, stamp = excluded.stamp, outcome = excluded.outcome,
  reason = excluded.reason, causes = excluded.causes, kept_at = excluded.kept_at, content_sha256 = excluded.content_sha256,
  totals = excluded.totals, seen_at = excluded.seen_at;
