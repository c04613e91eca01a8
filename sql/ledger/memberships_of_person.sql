-- To which accounts does a person belong, oldest first?
SELECT account_id, person_id, role, created_at FROM membership WHERE person_id = :person_id ORDER BY created_at, account_id;
