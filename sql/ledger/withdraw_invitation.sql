-- Deletes an invitation of an account that nobody accepted.
DELETE FROM invitation WHERE invitation_id = :invitation_id AND account_id = :account_id AND accepted_at IS NULL;
