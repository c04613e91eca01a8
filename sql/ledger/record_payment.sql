-- Records the first payment of an order, in whatever state the order is.
UPDATE billing_order
SET state = 'paid', paid_at = :paid_at, paid_idr = :paid_idr, payment_reference = coalesce(:payment_reference, payment_reference)
WHERE order_id = :order_id AND paid_at IS NULL;
