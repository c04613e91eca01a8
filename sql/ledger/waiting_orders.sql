-- Which orders wait for a payment or for the operator, or are not yet recorded as expired, oldest first?
SELECT * FROM billing_order
WHERE
  state IN ('pending', 'paid', 'paid_not_applied', 'attention')
  OR order_id IN (
    SELECT coalesce(money_move.order_id, payment.order_id)
    FROM money_move JOIN payment ON payment.payment_id = money_move.payment_id
    GROUP BY coalesce(money_move.order_id, payment.order_id)
    HAVING sum(CASE 'held' WHEN target THEN amount_idr WHEN source THEN -amount_idr ELSE 0 END) > 0
  )
ORDER BY created_at, order_id;
