UPDATE person SET is_operator = :is_operator WHERE person_id = :person_id AND is_operator <> :is_operator;
