-- Which events concern an account, oldest first?
SELECT * FROM event WHERE account_id = :account_id ORDER BY occurred_at, event_id;
