-- Which invitations to an account can be accepted, oldest first?
SELECT invitation_id, email, role, created_at, expires_at
FROM invitation
WHERE account_id = :account_id AND accepted_at IS NULL AND expires_at > :now ORDER BY created_at, invitation_id;
