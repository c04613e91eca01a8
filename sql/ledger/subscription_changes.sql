-- How did an account come to what it has? In order.
SELECT * FROM subscription_change WHERE account_id = :account_id ORDER BY change_id;
