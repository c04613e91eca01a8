SELECT * FROM account WHERE email = :email;
