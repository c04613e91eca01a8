UPDATE notice_settings SET brief_publication = :brief_publication, brief_date = :brief_date, brief_sha256 = :brief_sha256
WHERE account_id = :account_id;
