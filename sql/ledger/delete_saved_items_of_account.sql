DELETE FROM saved_item WHERE account_id = :account_id;
