-- Which codes were sent to an e-mail address after a time and are not used, newest first?
SELECT code_id, requested_from, sha256, link_sha256, browser_attempts, network_attempts, attempts, expires_at FROM sign_in_code
WHERE email = :email AND requested_from <> 'operator' AND recipient <> 'nobody' AND used_at IS NULL AND created_at > :since
ORDER BY created_at DESC, code_id DESC;
