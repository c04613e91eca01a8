INSERT INTO notice_settings (account_id, language, email_events, telegram_chat)
VALUES (:account_id, :language, :email_events, :telegram_chat)
ON CONFLICT (account_id) DO UPDATE SET
  language = excluded.language, email_events = excluded.email_events, telegram_chat = excluded.telegram_chat;
