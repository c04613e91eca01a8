-- A file may be held: it is sound and stays in its place, and is not published without a person's consent. `reason` names why, and
-- `kept_at` where the file lies.
CREATE TABLE new_source_file (
  source TEXT PRIMARY KEY,
  trade_date TEXT,
  stamp TEXT NOT NULL,
  outcome TEXT NOT NULL CHECK (outcome IN ('published', 'unchanged', 'rejected', 'held', 'absent')),
  -- Of a rejected file the first reason, of a held file all of them.
  reason TEXT,
  kept_at TEXT,
  seen_at TEXT NOT NULL
) STRICT, WITHOUT ROWID;

INSERT INTO new_source_file (source, trade_date, stamp, outcome, reason, seen_at)
SELECT source, trade_date, stamp, outcome, reason, seen_at FROM source_file;

DROP TABLE source_file;
ALTER TABLE new_source_file RENAME TO source_file;
