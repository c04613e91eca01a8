-- Which is the newest code that was requested for an e-mail address?
SELECT code_id, sha256, attempts, used_at, expires_at FROM sign_in_code
WHERE email = :email AND requested_from <> 'operator'
ORDER BY created_at DESC, used_at IS NULL DESC, code_id DESC LIMIT 1;
