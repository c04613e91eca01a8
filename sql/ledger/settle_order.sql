-- Ends what a payment began: applied, or not and why.
UPDATE billing_order SET state = :state, reason = :reason, settled_at = :settled_at WHERE order_id = :order_id AND state = 'paid';
