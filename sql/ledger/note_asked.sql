-- Records when the provider is asked next about an order.
UPDATE billing_order SET ask_at = :ask_at WHERE order_id = :order_id;
