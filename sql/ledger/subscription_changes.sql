-- Which changes has the subscription of an account had, oldest first?
SELECT * FROM subscription_change WHERE account_id = :account_id ORDER BY change_id;
