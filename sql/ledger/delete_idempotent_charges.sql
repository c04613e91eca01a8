DELETE FROM idempotent_charge WHERE account_id = :account_id;
