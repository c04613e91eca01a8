-- Deletes settled notices, some at a time.
DELETE FROM notice WHERE notice_id IN (SELECT notice_id FROM notice WHERE settled_at < :until LIMIT :limit);
