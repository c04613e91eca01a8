-- Which payments does an order have, oldest first? Without those that were not made.
-- result payment_reference TEXT NOT NULL
SELECT payment_id, provider, coalesce(payment_reference, '') AS payment_reference, paid_idr, paid_at FROM payment
WHERE order_id = :order_id AND voided_at IS NULL
ORDER BY paid_at, payment.payment_reference;
