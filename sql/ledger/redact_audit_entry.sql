-- :redacted_at TEXT NOT NULL
UPDATE audit_log SET reason = :reason, details = :details, redacted_at = :redacted_at WHERE audit_id = :audit_id;
