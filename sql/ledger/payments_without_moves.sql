-- Which payments in IDR have no movement of money yet? A version of Alir without movements recorded them. Oldest first.
SELECT payment.order_id, payment.payment_reference, coalesce(payment.paid_idr, 0) AS paid_idr, payment.paid_at
FROM payment
WHERE payment.paid_idr > 0 AND NOT EXISTS (
  SELECT 1 FROM money_move
  WHERE money_move.order_id = payment.order_id AND money_move.payment_reference = payment.payment_reference
)
ORDER BY payment.paid_at, payment.order_id, payment.payment_reference;
