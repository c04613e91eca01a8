-- Records where an order is paid, as the provider says. The first address stays.
UPDATE billing_order SET payment_url = :payment_url, payment_reference = :payment_reference
WHERE order_id = :order_id AND state = 'pending' AND payment_url IS NULL;
