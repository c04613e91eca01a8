-- :email TEXT NOT NULL
DELETE FROM sign_in_code WHERE lower(email) = lower(:email);
