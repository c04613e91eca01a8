-- Which accounts come after an id, in the order of the ids?
SELECT * FROM account WHERE account_id > :account_id ORDER BY account_id LIMIT :limit;
