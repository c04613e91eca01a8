-- Which accounts after an id have alerts that were not evaluated for a publication?
-- :publication INTEGER NOT NULL
SELECT DISTINCT account_id FROM alert JOIN account USING (account_id)
WHERE publication < :publication AND paused_at IS NULL AND suspended_at IS NULL AND account_id > :account_id
ORDER BY account_id LIMIT :limit;
