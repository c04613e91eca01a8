-- Which transfers of an account belong to no order and are held, oldest first?
-- result payment_reference TEXT NOT NULL
-- result held_idr INTEGER NOT NULL
SELECT
  coalesce(payment_reference, '') AS payment_reference,
  paid_at,
  CAST(sum(CASE 'held' WHEN target THEN amount_idr WHEN source THEN -amount_idr ELSE 0 END) AS BIGINT) AS held_idr
FROM payment JOIN money_move USING (payment_id)
WHERE payment.account_id = :account_id AND payment.order_id IS NULL AND voided_at IS NULL
GROUP BY payment_id, payment.payment_reference, paid_at
HAVING sum(CASE 'held' WHEN target THEN amount_idr WHEN source THEN -amount_idr ELSE 0 END) > 0
ORDER BY paid_at, payment_id;
