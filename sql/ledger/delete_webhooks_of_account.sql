DELETE FROM webhook WHERE account_id = :account_id;
