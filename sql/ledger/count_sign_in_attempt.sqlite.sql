-- Count a wrong entry for an e-mail address in each of its codes.
UPDATE sign_in_code SET
  browser_attempts = browser_attempts + CASE WHEN code_id = :code_id THEN 1 ELSE 0 END,
  network_attempts = network_attempts + CASE WHEN code_id <> :code_id AND requested_from = :entered_from THEN 1 ELSE 0 END,
  attempts = attempts + CASE WHEN code_id <> :code_id AND requested_from <> :entered_from THEN 1 ELSE 0 END
WHERE email = :email AND requested_from <> 'operator' AND created_at > :since;
