-- Deletes the invitations to an account, and those of an address.
-- :email TEXT NOT NULL
DELETE FROM invitation WHERE account_id = :account_id OR lower(email) = lower(:email);
