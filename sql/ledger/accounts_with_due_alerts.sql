-- Which accounts after an id have alerts that were not evaluated for a publication, or a brief that was not made for it?
-- :publication INTEGER NOT NULL
SELECT account_id FROM account
WHERE suspended_at IS NULL AND account_id > :account_id AND account_id IN (
  SELECT account_id FROM alert WHERE publication < :publication AND paused_at IS NULL
  UNION
  SELECT account_id FROM brief_subscription WHERE publication < :publication AND paused_at IS NULL
)
ORDER BY account_id LIMIT :limit;
