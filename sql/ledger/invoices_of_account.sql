-- Which are the newest 200 invoices and credit notes of an account, newest first?
SELECT * FROM invoice WHERE account_id = :account_id ORDER BY invoice_id DESC LIMIT 200;
