-- Deletes the sessions that look at an account, and those of its keys.
DELETE FROM session WHERE account_id = :account_id
OR key_id IN (SELECT api_key.key_id FROM api_key WHERE api_key.account_id = :account_id);
