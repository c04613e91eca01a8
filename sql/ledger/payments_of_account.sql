-- Which payments did an account make, oldest first?
SELECT * FROM payment WHERE account_id = :account_id ORDER BY paid_at, payment_id;
