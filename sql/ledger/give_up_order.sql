-- Cancels an unpaid order. Marks an order that was paid and not applied as refunded.
UPDATE billing_order
SET
  state = CASE state WHEN 'pending' THEN 'cancelled' ELSE 'refunded' END,
  cancelled_at = coalesce(cancelled_at, CASE state WHEN 'pending' THEN :settled_at END),
  settled_at = :settled_at
WHERE order_id = :order_id AND state IN ('pending', 'paid_not_applied');
