DELETE FROM billing_details WHERE account_id = :account_id;
