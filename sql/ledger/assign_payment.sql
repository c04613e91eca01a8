-- Assigns a payment without an order to an order.
-- :order_id TEXT NOT NULL
UPDATE payment SET order_id = :order_id, paid_at = :paid_at WHERE payment_id = :payment_id AND order_id IS NULL;
