-- Records that a payment was not made.
-- :voided_at TEXT NOT NULL
UPDATE payment SET voided_at = :voided_at WHERE payment_id = :payment_id AND voided_at IS NULL;
