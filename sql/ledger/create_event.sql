INSERT INTO event (event_id, event_key, kind, account_id, occurred_at, data, distributed_at)
VALUES (:event_id, :event_key, :kind, :account_id, :occurred_at, :data, :distributed_at)
ON CONFLICT (event_key) DO NOTHING;
