-- Record the time of the next request to the provider about an order.
UPDATE billing_order SET ask_at = :ask_at WHERE order_id = :order_id;
