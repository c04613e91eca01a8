-- Which paid orders are not applied yet, oldest first?
SELECT order_id FROM billing_order WHERE state = 'paid' ORDER BY paid_at, order_id;
