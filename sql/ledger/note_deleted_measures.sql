-- Notes that the files of measure_day that were replaced before a time are deleted.
-- :deleted_at TEXT NOT NULL
-- :before TEXT NOT NULL
UPDATE measure_file SET deleted_at = :deleted_at WHERE deleted_at IS NULL AND removed_at < :before;
