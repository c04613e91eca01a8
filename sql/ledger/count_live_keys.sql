-- How many keys of a kind count toward the account's limit? Expired keys do not.
-- :kind TEXT NOT NULL
-- result keys INTEGER NOT NULL
SELECT count(*) AS keys FROM api_key
WHERE account_id = :account_id AND kind = :kind AND revoked_at IS NULL AND (expires_at IS NULL OR expires_at > :now);
