-- Which brief does an account get for a publication, and which one was its last? No row: none is due.
SELECT brief_watchlist, brief_date, brief_sha256, name, content
FROM notice_settings
LEFT JOIN saved_item ON saved_id = brief_watchlist AND saved_item.account_id = notice_settings.account_id
WHERE notice_settings.account_id = :account_id AND brief_publication < :publication;
