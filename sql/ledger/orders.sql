-- Which orders exist, newest first?
SELECT * FROM billing_order ORDER BY created_at DESC, order_id;
