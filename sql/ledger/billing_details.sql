-- What do the invoices of an account state about it?
SELECT name, address, tax_id FROM billing_details WHERE account_id = :account_id;
