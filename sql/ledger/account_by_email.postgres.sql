-- The letters A to Z match in either case, as in the unique index.
SELECT * FROM account WHERE lower(email) = lower(CAST(:email AS TEXT) COLLATE "C");
