-- Which invoice and credit notes does an order have, oldest first?
SELECT * FROM invoice WHERE order_id = :order_id ORDER BY invoice_id;
