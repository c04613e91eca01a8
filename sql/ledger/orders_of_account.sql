-- Which orders did an account make, the newest 200 first?
SELECT * FROM billing_order WHERE account_id = :account_id ORDER BY created_at DESC, order_id LIMIT 200;
