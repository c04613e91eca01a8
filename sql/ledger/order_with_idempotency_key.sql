-- :idempotency_key TEXT
SELECT * FROM billing_order WHERE account_id = :account_id AND idempotency_key = :idempotency_key;
