INSERT INTO person (person_id, email, is_operator, created_at) VALUES (:person_id, :email, :is_operator, :created_at);
