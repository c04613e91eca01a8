INSERT INTO account (account_id, email, plan, period_start, period_end, created_at)
VALUES (:account_id, :email, :plan, :period_start, :period_end, :created_at);
