-- Which invitations of an e-mail address can be accepted, oldest first?
SELECT invitation_id, email, account_id, role, created_at, expires_at, accepted_at
FROM invitation WHERE lower(email) = lower(:email) AND accepted_at IS NULL AND expires_at > :now ORDER BY created_at, invitation_id;
