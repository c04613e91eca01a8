-- The deletion of accounts; the migration of SQLite with this name describes the columns.

ALTER TABLE account ADD COLUMN deleted_at TEXT COLLATE "C";
ALTER TABLE audit_log ADD COLUMN redacted_at TEXT COLLATE "C";

CREATE OR REPLACE FUNCTION is_append_only() RETURNS TRIGGER LANGUAGE plpgsql AS $$
DECLARE
  texts TEXT[] := ARRAY['reason', 'details', 'redacted_at'];
BEGIN
  -- Personal data may be removed from the texts of an entry of the audit log.
  IF tg_op = 'UPDATE' AND tg_table_name = 'audit_log' THEN
    IF to_jsonb(NEW) ->> 'redacted_at' IS NOT NULL AND to_jsonb(NEW) - texts = to_jsonb(OLD) - texts THEN
      RETURN NEW;
    END IF;
  END IF;
  RAISE 'A row of % is never %', tg_table_name, CASE tg_op WHEN 'UPDATE' THEN 'changed' ELSE 'deleted' END;
END $$;
