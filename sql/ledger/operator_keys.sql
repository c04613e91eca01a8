-- Which keys do operators have, oldest first?
SELECT operator_key_id, name, masked, created_at, revoked_at FROM operator_key ORDER BY created_at, operator_key_id;
