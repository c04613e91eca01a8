-- Deletes a person who belongs to no account and is no operator.
DELETE FROM person WHERE person_id = :person_id AND is_operator = 0
AND NOT EXISTS (SELECT 1 FROM membership WHERE membership.person_id = person.person_id);
