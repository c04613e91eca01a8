-- Deletes events without notices, some at a time.
DELETE FROM event WHERE event_id IN (
  SELECT event_id FROM event
  WHERE distributed_at < :until AND NOT EXISTS (SELECT 1 FROM notice WHERE notice.event_id = event.event_id)
  LIMIT :limit
);
