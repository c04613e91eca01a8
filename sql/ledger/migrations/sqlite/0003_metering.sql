-- Own figures of an account, in place of its plan's: all three or none.
ALTER TABLE account ADD COLUMN requests_per_minute INTEGER;
ALTER TABLE account ADD COLUMN units INTEGER;
ALTER TABLE account ADD COLUMN keys INTEGER;

-- Units charged, by quota window. A window has its own row, so nothing is ever reset, and what was used stays on record.
CREATE TABLE account_usage (
  account_id TEXT NOT NULL REFERENCES account (account_id),
  quota_window TEXT NOT NULL,
  units INTEGER NOT NULL,
  PRIMARY KEY (account_id, quota_window)
) STRICT, WITHOUT ROWID;

CREATE TABLE key_usage (
  key_id TEXT NOT NULL REFERENCES api_key (key_id),
  quota_window TEXT NOT NULL,
  units INTEGER NOT NULL,
  last_used_at TEXT NOT NULL,
  PRIMARY KEY (key_id, quota_window)
) STRICT, WITHOUT ROWID;
