-- Which source files does the gate hold, that were not dismissed and whose day was not published since? Newest first.
SELECT source, trade_date, reason, causes, kept_at, totals, seen_at FROM source_file
WHERE outcome = 'held' AND NOT EXISTS (
  SELECT 1 FROM publication
  WHERE publication.trade_date = source_file.trade_date AND published_at > source_file.seen_at
) AND NOT EXISTS (
  -- The same content, also under a new modification time. A file that was not read is recognized by its stamp.
  SELECT 1 FROM dismissed_file
  WHERE dismissed_file.source = source_file.source AND (
    dismissed_file.content_sha256 = source_file.content_sha256
    OR (
      dismissed_file.content_sha256 IS NULL AND source_file.content_sha256 IS NULL
      AND dismissed_file.stamp = source_file.stamp AND dismissed_file.reason = coalesce(source_file.reason, '')
    )
  )
)
ORDER BY seen_at DESC, source;
