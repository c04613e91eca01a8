-- Ends an order whose payment was returned or never made.
-- :state TEXT NOT NULL 'cancelled' | 'refunded'
-- :plan_effect TEXT 'kept' | 'undone'
-- :settled_at TEXT NOT NULL
UPDATE billing_order
SET
  state = :state, plan_effect = coalesce(:plan_effect, plan_effect), attention = NULL, reason = NULL, settled_at = :settled_at,
  cancelled_at = CASE :state WHEN 'cancelled' THEN coalesce(cancelled_at, :settled_at) ELSE cancelled_at END
WHERE order_id = :order_id;
