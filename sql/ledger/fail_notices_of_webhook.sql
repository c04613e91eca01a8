-- :settled_at TEXT NOT NULL
-- :last_error TEXT NOT NULL
UPDATE notice SET state = 'failed', next_attempt_at = NULL, settled_at = :settled_at, last_error = :last_error
WHERE webhook_id = :webhook_id AND state = 'pending';
