-- Which rejected source files were not dismissed, and their day was not published since? Newest first.
SELECT source, trade_date, reason, causes, seen_at FROM source_file
WHERE outcome = 'rejected' AND NOT EXISTS (
  SELECT 1 FROM publication
  WHERE publication.trade_date = source_file.trade_date AND published_at > source_file.seen_at
) AND NOT EXISTS (
  SELECT 1 FROM dismissed_file
  WHERE dismissed_file.source = source_file.source AND dismissed_file.stamp = source_file.stamp
    AND dismissed_file.reason = coalesce(source_file.reason, '')
)
ORDER BY seen_at DESC, source;
