-- Delete all but the newest codes that were sent to nobody.
DELETE FROM sign_in_code WHERE code_id IN (
  SELECT code_id FROM sign_in_code WHERE recipient = 'nobody'
  ORDER BY created_at DESC, code_id DESC LIMIT 1000000 OFFSET :kept
);
