-- One that is not paid is cancelled; of one that was paid and not applied, the money goes back.
UPDATE billing_order
SET
  state = CASE state WHEN 'pending' THEN 'cancelled' ELSE 'refunded' END,
  cancelled_at = coalesce(cancelled_at, CASE state WHEN 'pending' THEN :settled_at END),
  settled_at = :settled_at
WHERE order_id = :order_id AND state IN ('pending', 'paid_not_applied');
