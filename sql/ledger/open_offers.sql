-- Which offers can an account take?
SELECT * FROM offer WHERE account_id = :account_id AND taken_by IS NULL ORDER BY created_at, offer_id;
