-- Which payments did an account make, oldest first?
SELECT payment.* FROM payment JOIN billing_order ON billing_order.order_id = payment.order_id
WHERE account_id = :account_id
ORDER BY payment.paid_at, payment.order_id, payment.payment_reference;
