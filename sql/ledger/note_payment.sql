INSERT INTO payment (order_id, provider, payment_reference, paid_idr, paid_at, recorded_at)
VALUES (:order_id, :provider, :payment_reference, :paid_idr, :paid_at, :recorded_at)
ON CONFLICT (order_id, provider, payment_reference) DO NOTHING;
