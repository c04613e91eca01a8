-- Which entries of the audit log contain a text, in any case?
-- :text TEXT NOT NULL
SELECT * FROM audit_log
WHERE replace(lower(coalesce(reason, '') || details), lower(:text), '') <> lower(coalesce(reason, '') || details)
ORDER BY audit_id;
