DELETE FROM event WHERE distributed_at < :until
AND NOT EXISTS (SELECT 1 FROM notice WHERE notice.event_id = event.event_id);
