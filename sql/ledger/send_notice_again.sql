-- :next_attempt_at TEXT NOT NULL
UPDATE notice SET state = 'pending', attempts = 0, next_attempt_at = :next_attempt_at, settled_at = NULL
WHERE webhook_id = :webhook_id AND notice_id = :notice_id AND state = 'failed';
