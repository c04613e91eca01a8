INSERT INTO alert (alert_id, account_id, saved_id, rule, created_at, publication)
VALUES (:alert_id, :account_id, :saved_id, :rule, :created_at, 0);
