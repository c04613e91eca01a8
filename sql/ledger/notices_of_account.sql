-- Which notices were made for an account, oldest first?
SELECT * FROM notice WHERE account_id = :account_id ORDER BY created_at, notice_id;
