-- Which offers were made to an account, oldest first?
SELECT * FROM offer WHERE account_id = :account_id ORDER BY created_at, offer_id;
