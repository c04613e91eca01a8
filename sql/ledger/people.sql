SELECT person_id, email, is_operator FROM person ORDER BY person_id;
