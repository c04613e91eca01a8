-- Ends a paid order: applied, or not applied with the reason.
-- :state TEXT NOT NULL 'applied' | 'paid_not_applied'
-- :settled_at TEXT NOT NULL
UPDATE billing_order SET state = :state, reason = :reason, settled_at = :settled_at WHERE order_id = :order_id AND state = 'paid';
