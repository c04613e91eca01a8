DELETE FROM feed WHERE account_id = :account_id;
