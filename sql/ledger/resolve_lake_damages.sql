-- Resolves the damages of all files of a day in the lake, which were just replaced.
-- :repaired_at TEXT NOT NULL
-- :trade_date TEXT NOT NULL
UPDATE serving_damage SET rebuilt_at = :repaired_at
WHERE rebuilt_at IS NULL AND file_name LIKE 'delta/%' || :trade_date || '/%';
