-- Which orders does an account have, oldest first?
SELECT * FROM billing_order WHERE account_id = :account_id ORDER BY created_at, order_id;
