-- Which notices are due: of each receiver the one that waits longest?
SELECT
  notice_id, notice.event_id, notice.account_id, notice.webhook_id, notice.telegram_chat, attempts, kind, occurred_at, data,
  url, secret, failing_since, email, language, suspended_at
FROM (
  SELECT
    notice_id, event_id, notice.account_id, webhook_id, telegram_chat, attempts, next_attempt_at, kind, occurred_at, data,
    row_number() OVER (
      PARTITION BY coalesce(webhook_id, telegram_chat, notice.account_id, '') ORDER BY next_attempt_at, occurred_at, notice_id
    ) AS place
  FROM notice JOIN event USING (event_id)
  WHERE state = 'pending' AND next_attempt_at <= :now
) AS notice
LEFT JOIN webhook ON webhook.webhook_id = notice.webhook_id
LEFT JOIN account ON account.account_id = notice.account_id
LEFT JOIN notice_settings ON notice_settings.account_id = notice.account_id
WHERE place = 1
ORDER BY next_attempt_at, notice_id
LIMIT :limit;
