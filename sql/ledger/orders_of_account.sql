-- Which are the newest 200 orders of an account, newest first?
SELECT * FROM billing_order WHERE account_id = :account_id ORDER BY created_at DESC, order_id LIMIT 200;
