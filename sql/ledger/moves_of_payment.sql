-- How did the money of a payment move, and for which order, oldest first?
-- result order_id TEXT
SELECT
  CASE WHEN source = 'held' OR target = 'held' THEN coalesce(money_move.order_id, payment.order_id) ELSE money_move.order_id END AS order_id,
  source, target, amount_idr
FROM money_move JOIN payment ON payment.payment_id = money_move.payment_id
WHERE money_move.payment_id = :payment_id
ORDER BY move_id;
