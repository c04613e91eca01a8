-- How did the money of a payment move, oldest first?
SELECT order_id, source, target, amount_idr FROM money_move WHERE payment_id = :payment_id ORDER BY move_id;
