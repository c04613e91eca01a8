-- How did the money of an order move, oldest first? Money that was held before it was assigned to the order belongs to it. `is_own` is 0
-- for credit that came from a payment of another order.
-- result provider TEXT NOT NULL MoneySource
-- result is_own INTEGER NOT NULL
SELECT
  money_move.payment_id, payment_reference, provider, CASE WHEN payment.order_id = :order_id THEN 1 ELSE 0 END AS is_own,
  source, target, amount_idr
FROM money_move JOIN payment ON payment.payment_id = money_move.payment_id
WHERE money_move.order_id = :order_id
OR (money_move.order_id IS NULL AND payment.order_id = :order_id AND (source = 'held' OR target = 'held'))
ORDER BY move_id;
