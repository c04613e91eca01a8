-- Which notices were made, for one account or all, newest first?
-- result email TEXT
-- result language TEXT 'en' | 'id'
-- :account_id TEXT
SELECT
  notice_id, notice.event_id, notice.account_id, coalesce(person.email, account.email) AS email, notice.webhook_id, url, notice.telegram_chat,
  kind, occurred_at, data, state, attempts, next_attempt_at, settled_at, last_error,
  coalesce(brief_subscription.language, notice_settings.language) AS language
FROM notice
JOIN event ON event.event_id = notice.event_id
LEFT JOIN webhook ON webhook.webhook_id = notice.webhook_id
LEFT JOIN account ON account.account_id = notice.account_id
LEFT JOIN notice_settings ON notice_settings.account_id = notice.account_id
LEFT JOIN brief_subscription ON brief_subscription.subscription_id = notice.subscription_id
LEFT JOIN person ON person.person_id = brief_subscription.person_id
WHERE CAST(:account_id AS TEXT) IS NULL OR notice.account_id = :account_id
ORDER BY notice.created_at DESC, notice_id
LIMIT :limit;
