DELETE FROM membership WHERE account_id = :account_id;
