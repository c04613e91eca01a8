DELETE FROM alert WHERE account_id = :account_id;
