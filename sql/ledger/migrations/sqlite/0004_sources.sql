-- Who took in a revision: the command and the user of the operating system.
ALTER TABLE publication ADD COLUMN ingested_by TEXT NOT NULL DEFAULT '';
ALTER TABLE publication ADD COLUMN replaced_at TEXT;

-- What was last seen of each source file, and what became of it. The stamp is what the source tells of a file's content without sending
-- it: as long as it is the same, the file need not be read again.
CREATE TABLE source_file (
  source TEXT PRIMARY KEY,
  trade_date TEXT,
  stamp TEXT NOT NULL,
  outcome TEXT NOT NULL CHECK (outcome IN ('published', 'unchanged', 'rejected', 'absent')),
  -- The first reason of a rejection.
  reason TEXT,
  seen_at TEXT NOT NULL
) STRICT, WITHOUT ROWID;
