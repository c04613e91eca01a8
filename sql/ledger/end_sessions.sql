-- Ends the sessions of a person, or of a key.
DELETE FROM session WHERE person_id = :person_id OR key_id = :key_id;
