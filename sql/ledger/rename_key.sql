-- Renames a key that is in force. The names of the other kinds are fixed.
UPDATE api_key SET name = :name WHERE key_id = :key_id AND kind = 'api' AND revoked_at IS NULL
RETURNING account_id;
