-- Which accounts that are not deleted come after an id, in the order of the ids?
SELECT * FROM account WHERE account_id > :account_id AND deleted_at IS NULL ORDER BY account_id LIMIT :limit;
