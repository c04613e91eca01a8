-- Which charges of an account have an Idempotency-Key?
SELECT * FROM idempotent_charge WHERE account_id = :account_id ORDER BY charged_at, idempotency_key;
