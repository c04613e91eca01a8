-- What was an account charged in each quota window?
SELECT quota_window, units FROM account_usage WHERE account_id = :account_id ORDER BY quota_window;
