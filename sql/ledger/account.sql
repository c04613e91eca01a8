SELECT * FROM account WHERE account_id = :account_id;
