INSERT INTO account (account_id, email, plan, period_start, period_end, created_at, requests_per_minute, units, keys)
VALUES (:account_id, :email, :plan, :period_start, :period_end, :created_at, :requests_per_minute, :units, :keys);
