-- :window TEXT NOT NULL
-- :charged_at TEXT NOT NULL
INSERT INTO key_usage (key_id, quota_window, units, last_used_at) VALUES (:key_id, :window, :units, :charged_at)
ON CONFLICT (key_id, quota_window)
DO UPDATE SET units = key_usage.units + excluded.units, last_used_at = excluded.last_used_at;
