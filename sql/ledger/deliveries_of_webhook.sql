-- What was sent to a webhook, newest first?
SELECT
  notice_id, notice.event_id, kind, state, notice.created_at, attempts, next_attempt_at, last_attempt_at, settled_at,
  last_status, last_error
FROM notice JOIN event ON event.event_id = notice.event_id
WHERE webhook_id = :webhook_id
ORDER BY notice.created_at DESC, notice_id
LIMIT :limit;
