-- Which source files were rejected, and whose day no other file has brought since? Newest first.
SELECT source, trade_date, reason, seen_at FROM source_file
WHERE outcome = 'rejected' AND NOT EXISTS (
  SELECT 1 FROM publication
  WHERE publication.trade_date = source_file.trade_date AND published_at > source_file.seen_at
)
ORDER BY seen_at DESC, source;
