-- Ends a paid order: applied, or not applied with the reason.
UPDATE billing_order SET state = :state, reason = :reason, settled_at = :settled_at WHERE order_id = :order_id AND state = 'paid';
