-- Resolves the damages of a rebuilt file, and of serving files and market files that are no longer served.
-- :rebuilt_at TEXT NOT NULL
UPDATE serving_damage SET rebuilt_at = :rebuilt_at
WHERE rebuilt_at IS NULL
  AND (
    file_name = :file_name
    OR (
      file_name NOT LIKE 'delta/%'
      AND file_name NOT LIKE 'lake/%'
      AND file_name NOT IN (SELECT file_name FROM serving_file)
      AND NOT EXISTS (SELECT 1 FROM market_files WHERE serving_damage.file_name LIKE market_files.name || '.%')
    )
  );
