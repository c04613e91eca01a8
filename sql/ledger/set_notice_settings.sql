INSERT INTO notice_settings (
  account_id, language, email_events, telegram_chat, brief_watchlist, brief_publication, brief_date, brief_sha256
)
VALUES (:account_id, :language, :email_events, :telegram_chat, :brief_watchlist, :brief_publication, :brief_date, :brief_sha256)
ON CONFLICT (account_id) DO UPDATE SET
  language = excluded.language, email_events = excluded.email_events, telegram_chat = excluded.telegram_chat,
  brief_watchlist = excluded.brief_watchlist, brief_publication = excluded.brief_publication, brief_date = excluded.brief_date,
  brief_sha256 = excluded.brief_sha256;
