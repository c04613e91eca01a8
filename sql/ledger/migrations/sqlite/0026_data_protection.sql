-- The deletion of accounts.

-- When the personal data of the account was removed; NULL for an account that was not deleted.
ALTER TABLE account ADD COLUMN deleted_at TEXT;

-- When personal data was removed from the texts of the entry; NULL for an entry that is as it was written.
ALTER TABLE audit_log ADD COLUMN redacted_at TEXT;

DROP TRIGGER audit_log_stays;
CREATE TRIGGER audit_log_stays BEFORE UPDATE ON audit_log
WHEN NEW.redacted_at IS NULL OR NEW.audit_id <> OLD.audit_id OR NEW.recorded_at <> OLD.recorded_at
OR NEW.actor <> OLD.actor OR NEW.action <> OLD.action OR NEW.account_id IS NOT OLD.account_id
OR NEW.order_id IS NOT OLD.order_id
BEGIN SELECT raise(ABORT, 'An entry of the audit log is never changed, but for personal data in its texts'); END;
