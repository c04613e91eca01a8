-- Records a payment, unless it is known.
INSERT INTO payment (account_id, order_id, provider, payment_reference, paid_idr, paid_at, recorded_at)
VALUES (:account_id, :order_id, :provider, :payment_reference, :paid_idr, :paid_at, :recorded_at)
ON CONFLICT (order_id, payment_reference) WHERE voided_at IS NULL DO NOTHING
RETURNING payment_id;
