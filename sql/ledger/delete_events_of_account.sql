DELETE FROM event WHERE account_id = :account_id;
