-- Which accounts of a person are not suspended, in the order in which the person joined them?
SELECT account_id, account.email, role
FROM membership JOIN account USING (account_id)
WHERE person_id = :person_id AND suspended_at IS NULL ORDER BY membership.created_at, account_id;
