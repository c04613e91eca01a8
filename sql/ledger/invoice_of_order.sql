-- Which is the invoice of an order?
SELECT * FROM invoice WHERE order_id = :order_id AND kind = 'invoice';
