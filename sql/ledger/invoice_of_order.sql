-- Which is the newest invoice of an order?
SELECT * FROM invoice WHERE order_id = :order_id AND kind = 'invoice' ORDER BY invoice_id DESC LIMIT 1;
