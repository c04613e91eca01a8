-- Which person has an e-mail address, in any case?
SELECT person_id, email, is_operator, created_at FROM person WHERE email = :email;
