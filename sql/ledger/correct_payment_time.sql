-- Corrects the time at which an order was paid, while it is not applied.
-- :paid_at TEXT NOT NULL
UPDATE billing_order SET paid_at = :paid_at WHERE order_id = :order_id AND state = 'paid_not_applied';
