-- Which links of invitations to an e-mail address have not expired, oldest first?
SELECT code_id, sha256, used_at FROM sign_in_code
WHERE email = :email AND requested_from = 'operator' AND expires_at > :now
ORDER BY created_at, code_id;
