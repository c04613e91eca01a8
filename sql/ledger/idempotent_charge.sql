-- Which request did an account send with an Idempotency-Key, if it was charged after a time?
SELECT request_sha256 FROM idempotent_charge
WHERE account_id = :account_id AND idempotency_key = :idempotency_key AND charged_at > :after;
