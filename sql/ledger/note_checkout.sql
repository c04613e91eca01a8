-- Records where an order is paid, as the provider says. The first address stays.
-- :payment_url TEXT NOT NULL
-- :payment_reference TEXT NOT NULL
UPDATE billing_order SET payment_url = :payment_url, payment_reference = :payment_reference
WHERE order_id = :order_id AND state = 'pending' AND payment_url IS NULL;
