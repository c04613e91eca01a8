-- Which payments does an order have, oldest first?
SELECT provider, payment_reference, paid_idr, paid_at FROM payment WHERE order_id = :order_id ORDER BY paid_at, payment_reference;
