-- :window TEXT NOT NULL
INSERT INTO account_usage (account_id, quota_window, units) VALUES (:account_id, :window, 0)
ON CONFLICT (account_id, quota_window) DO NOTHING;
