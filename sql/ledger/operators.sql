-- Which people are operators, oldest first?
SELECT person_id, email, is_operator, created_at FROM person WHERE is_operator = 1 ORDER BY created_at, person_id;
