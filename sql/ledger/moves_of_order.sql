-- How did the money of an order move, oldest first?
SELECT payment_reference, source, target, amount_idr FROM money_move WHERE order_id = :order_id ORDER BY move_id;
