-- Which movements of money were made for an account, oldest first?
SELECT * FROM money_move WHERE account_id = :account_id ORDER BY move_id;
