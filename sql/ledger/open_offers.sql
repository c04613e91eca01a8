-- Which offers can an account take?
SELECT * FROM offer
WHERE account_id = :account_id AND taken_by IS NULL AND withdrawn_at IS NULL AND (expires_at IS NULL OR expires_at > :now)
ORDER BY created_at, offer_id;
