UPDATE account SET email = :email WHERE account_id = :account_id;
