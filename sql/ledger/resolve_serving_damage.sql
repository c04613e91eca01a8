-- Resolves the damages of a rebuilt file and of files that are no longer served.
UPDATE serving_damage SET rebuilt_at = :rebuilt_at
WHERE rebuilt_at IS NULL
  AND (file_name = :file_name OR file_name NOT IN (SELECT file_name FROM serving_file));
