-- Resolves the damages of all files of a day in the lake, which were just replaced.
UPDATE serving_damage SET rebuilt_at = :repaired_at
WHERE rebuilt_at IS NULL AND file_name LIKE 'lake/%' || :trade_date || '/%';
