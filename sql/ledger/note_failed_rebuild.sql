-- :failure TEXT NOT NULL
UPDATE serving_damage SET failure = :failure WHERE file_name = :file_name AND rebuilt_at IS NULL;
