-- Which invoices and credit notes does an account have, oldest first?
SELECT * FROM invoice WHERE account_id = :account_id ORDER BY invoice_id;
