INSERT INTO health_check (health_check_id, checked_at) VALUES (1, :checked_at)
ON CONFLICT (health_check_id) DO UPDATE SET checked_at = excluded.checked_at;
