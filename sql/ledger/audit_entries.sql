-- Which entries does the audit log have in a time range, of one account or of all, oldest first?
-- :account_id TEXT
SELECT * FROM audit_log
WHERE recorded_at >= :since AND recorded_at < :until AND (CAST(:account_id AS TEXT) IS NULL OR account_id = :account_id)
ORDER BY audit_id;
