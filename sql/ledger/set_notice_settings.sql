INSERT INTO notice_settings (account_id, language, email_events)
VALUES (:account_id, :language, :email_events)
ON CONFLICT (account_id) DO UPDATE SET language = excluded.language, email_events = excluded.email_events;
