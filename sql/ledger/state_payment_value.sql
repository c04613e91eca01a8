-- Sets the value in IDR of a payment in another currency.
-- :paid_idr INTEGER NOT NULL
UPDATE payment SET paid_idr = :paid_idr WHERE order_id = :order_id AND payment_reference = :payment_reference AND paid_idr IS NULL;
