-- Which screens and watchlists has an account, oldest first?
SELECT saved_id, account_id, kind, name, content, created_at, changed_at
FROM saved_item WHERE account_id = :account_id ORDER BY created_at, saved_id;
