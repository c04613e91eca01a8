INSERT INTO dismissed_file (source, stamp, reason, content_sha256, dismissed_at)
SELECT source, stamp, coalesce(reason, ''), content_sha256, :dismissed_at FROM source_file
WHERE source = :source AND outcome IN ('rejected', 'held')
ON CONFLICT (source) DO UPDATE SET
  stamp = excluded.stamp, reason = excluded.reason, content_sha256 = excluded.content_sha256, dismissed_at = excluded.dismissed_at;
