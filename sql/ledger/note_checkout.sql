-- Records where an order is paid, as the provider says. The first address stays.
-- :payment_url TEXT NOT NULL
-- :checkout_id TEXT NOT NULL
-- :payment_reference TEXT NOT NULL
UPDATE billing_order
SET
  payment_url = :payment_url, checkout_id = :checkout_id, checkout_reference = :payment_reference,
  payment_reference = :payment_reference
WHERE order_id = :order_id AND state = 'pending' AND payment_url IS NULL;
