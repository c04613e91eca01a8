-- Which orders of an account wait for their payment, or are not yet recorded as expired?
SELECT * FROM billing_order WHERE account_id = :account_id AND state = 'pending' ORDER BY created_at, order_id;
