-- Writes the state of an order, and all that changes with it.
-- :state TEXT NOT NULL 'pending' | 'expired' | 'paid' | 'applied' | 'attention' | 'paid_not_applied' | 'cancelled' | 'refunded'
-- :plan_effect TEXT 'kept' | 'undone'
UPDATE billing_order
SET
  state = :state, reason = :reason, payment_reference = :payment_reference, paid_at = :paid_at, paid_idr = :paid_idr,
  cancelled_at = :cancelled_at, settled_at = :settled_at, plan_effect = :plan_effect
WHERE order_id = :order_id;
