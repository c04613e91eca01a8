-- A payment counts once, whether the order still waits for it or not.
UPDATE billing_order
SET state = 'paid', paid_at = :paid_at, paid_idr = :paid_idr, payment_reference = coalesce(:payment_reference, payment_reference)
WHERE order_id = :order_id AND paid_at IS NULL;
