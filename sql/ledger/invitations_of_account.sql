-- Which people were invited to an account, oldest first?
SELECT * FROM invitation WHERE account_id = :account_id ORDER BY created_at, invitation_id;
