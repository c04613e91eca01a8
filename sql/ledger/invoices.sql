-- Which invoices and credit notes were issued in a time, oldest first?
SELECT * FROM invoice WHERE issued_at >= :from AND issued_at < :to ORDER BY invoice_id;
