-- Sets the value in IDR of a payment in another currency.
-- :paid_idr INTEGER NOT NULL
UPDATE payment SET paid_idr = :paid_idr WHERE payment_id = :payment_id AND paid_idr IS NULL;
