DELETE FROM snapshot WHERE account_id = :account_id;
