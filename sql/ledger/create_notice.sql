INSERT INTO notice (
  notice_id, event_id, account_id, webhook_id, telegram_chat, subscription_id, state, created_at, attempts, next_attempt_at, settled_at,
  last_error
)
VALUES (
  :notice_id, :event_id, :account_id, :webhook_id, :telegram_chat, :subscription_id, :state, :created_at, 0, :next_attempt_at, :settled_at,
  :last_error
)
ON CONFLICT (notice_id) DO NOTHING;
