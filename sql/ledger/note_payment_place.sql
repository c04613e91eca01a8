-- Where an order is paid, as the provider says.
UPDATE billing_order SET payment_url = :payment_url, payment_reference = :payment_reference WHERE order_id = :order_id;
