-- Records what the operator has to decide about an order.
UPDATE billing_order SET attention = :attention WHERE order_id = :order_id;
