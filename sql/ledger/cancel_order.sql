-- Cancels an unpaid order.
-- :settled_at TEXT NOT NULL
UPDATE billing_order SET state = 'cancelled', cancelled_at = coalesce(cancelled_at, :settled_at), settled_at = :settled_at
WHERE order_id = :order_id AND state = 'pending';
