-- Which accounts exist, oldest first?
SELECT * FROM account ORDER BY created_at, account_id;
