-- Which accounts chose to get events of a kind by e-mail?
-- :kind TEXT NOT NULL EventKind
SELECT account_id FROM notice_settings JOIN account USING (account_id)
WHERE suspended_at IS NULL AND ',' || email_events || ',' LIKE '%,' || :kind || ',%';
