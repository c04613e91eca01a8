-- Returns a paid order that was not applied to the state paid, for another try.
UPDATE billing_order SET state = 'paid', reason = NULL, settled_at = NULL WHERE order_id = :order_id AND state = 'paid_not_applied';
