-- Which webhooks has an account, oldest first?
SELECT webhook_id, account_id, url, events, created_at, failing_since, disabled_at
FROM webhook WHERE account_id = :account_id ORDER BY created_at, webhook_id;
