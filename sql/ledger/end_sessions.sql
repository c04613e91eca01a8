-- Ends the sessions of a person, or of a key.
-- :person_id TEXT
-- :key_id TEXT
DELETE FROM session WHERE person_id = :person_id OR key_id = :key_id;
