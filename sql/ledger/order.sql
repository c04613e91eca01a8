SELECT * FROM billing_order WHERE order_id = :order_id;
