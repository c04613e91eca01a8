-- Returns the event of the occurrence, which may be recorded already.
INSERT INTO event (event_id, event_key, kind, account_id, occurred_at, data, distributed_at)
VALUES (:event_id, :event_key, :kind, :account_id, :occurred_at, :data, :distributed_at)
ON CONFLICT (event_key) DO UPDATE SET event_key = excluded.event_key
RETURNING event_id;
