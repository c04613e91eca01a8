-- Notes that the files of the revisions that were replaced before a time are deleted.
-- :deleted_at TEXT NOT NULL
-- :before TEXT NOT NULL
UPDATE publication SET deleted_at = :deleted_at
WHERE state = 'replaced' AND deleted_at IS NULL AND replaced_at < :before;
