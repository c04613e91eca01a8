-- :distributed_at TEXT NOT NULL
UPDATE event SET distributed_at = :distributed_at WHERE event_id = :event_id AND distributed_at IS NULL;
