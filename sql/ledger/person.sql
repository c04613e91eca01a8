-- Who is the person with this id?
SELECT person_id, email, is_operator, created_at FROM person WHERE person_id = :person_id;
