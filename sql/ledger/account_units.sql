-- How many units has an account used in a quota window?
SELECT units FROM account_usage WHERE account_id = :account_id AND quota_window = :window;
