-- Which webhooks get an event: of one account, or of all?
-- :kind TEXT NOT NULL EventKind
-- :account_id TEXT
SELECT webhook_id, webhook.account_id
FROM webhook JOIN account ON account.account_id = webhook.account_id
WHERE disabled_at IS NULL AND suspended_at IS NULL AND webhook.created_at <= :occurred_at
  AND (CAST(:account_id AS TEXT) IS NULL OR webhook.account_id = :account_id)
  AND ',' || events || ',' LIKE '%,' || :kind || ',%';
