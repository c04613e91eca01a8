UPDATE person SET email = :email WHERE person_id = :person_id;
