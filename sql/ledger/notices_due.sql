-- Which notices are due: of each receiver the one that waits longest?
-- result email TEXT
-- result language TEXT 'en' | 'id'
SELECT
  notice_id, notice.event_id, notice.account_id, notice.webhook_id, notice.telegram_chat, notice.subscription_id, attempts, kind,
  occurred_at, data, url, secret, failing_since, coalesce(person.email, account.email) AS email,
  coalesce(brief_subscription.language, notice_settings.language) AS language, suspended_at, paused_at
FROM (
  SELECT
    notice_id, event_id, notice.account_id, webhook_id, telegram_chat, subscription_id, attempts, next_attempt_at, kind, occurred_at, data,
    row_number() OVER (
      PARTITION BY coalesce(webhook_id, telegram_chat, subscription_id, notice.account_id, '') ORDER BY next_attempt_at, occurred_at, notice_id
    ) AS place
  FROM notice JOIN event USING (event_id)
  WHERE state = 'pending' AND next_attempt_at <= :now
) AS notice
LEFT JOIN webhook ON webhook.webhook_id = notice.webhook_id
LEFT JOIN account ON account.account_id = notice.account_id
LEFT JOIN notice_settings ON notice_settings.account_id = notice.account_id
LEFT JOIN brief_subscription ON brief_subscription.subscription_id = notice.subscription_id
LEFT JOIN person ON person.person_id = brief_subscription.person_id
WHERE place = 1
ORDER BY next_attempt_at, notice_id
LIMIT :limit;
