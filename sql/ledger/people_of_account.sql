-- Which people does an account have, oldest first?
SELECT person_id, email, role, membership.created_at
FROM membership JOIN person USING (person_id)
WHERE account_id = :account_id ORDER BY membership.created_at, person_id;
