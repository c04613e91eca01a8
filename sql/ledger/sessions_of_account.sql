-- Which sessions look at an account, oldest first?
SELECT person_id, key_id, created_at, last_seen_at FROM session WHERE account_id = :account_id ORDER BY created_at, last_seen_at;
