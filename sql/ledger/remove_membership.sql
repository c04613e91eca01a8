DELETE FROM membership WHERE account_id = :account_id AND person_id = :person_id;
