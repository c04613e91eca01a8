-- :attempted_at TEXT NOT NULL
UPDATE notice
SET
  state = :state, attempts = attempts + 1, next_attempt_at = :next_attempt_at, last_attempt_at = :attempted_at,
  settled_at = :settled_at, last_status = :last_status, last_error = :last_error
WHERE notice_id = :notice_id AND state = 'pending';
