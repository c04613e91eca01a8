-- Which source files does the gate hold, of days that were not published since? Newest first.
SELECT source, trade_date, reason, kept_at, seen_at FROM source_file
WHERE outcome = 'held' AND NOT EXISTS (
  SELECT 1 FROM publication
  WHERE publication.trade_date = source_file.trade_date AND published_at > source_file.seen_at
)
ORDER BY seen_at DESC, source;
