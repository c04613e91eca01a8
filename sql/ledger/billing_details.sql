-- What do the invoices of an account state about it?
SELECT name, address, tax_id, changed_at FROM billing_details WHERE account_id = :account_id;
