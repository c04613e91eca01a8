-- Records the use of a key by a free request.
-- :window TEXT NOT NULL
-- :used_at TEXT NOT NULL
INSERT INTO key_usage (key_id, quota_window, units, last_used_at) VALUES (:key_id, :window, 0, :used_at)
ON CONFLICT (key_id, quota_window)
DO UPDATE SET last_used_at = CASE
  WHEN key_usage.last_used_at > excluded.last_used_at THEN key_usage.last_used_at ELSE excluded.last_used_at
END;
