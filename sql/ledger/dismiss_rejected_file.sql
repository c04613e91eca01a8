INSERT INTO dismissed_file (source, stamp, reason, dismissed_at)
SELECT source, stamp, coalesce(reason, ''), :dismissed_at FROM source_file WHERE source = :source AND outcome = 'rejected'
ON CONFLICT (source) DO UPDATE SET
  stamp = excluded.stamp, reason = excluded.reason, dismissed_at = excluded.dismissed_at;
