-- Lets a paid order that did not fit be tried again.
UPDATE billing_order SET state = 'paid', reason = NULL, settled_at = NULL WHERE order_id = :order_id AND state = 'paid_not_applied';
