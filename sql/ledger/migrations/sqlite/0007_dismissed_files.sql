-- Rejected files that an operator dismissed: they are no longer reported. A file that is rejected again with other content, or for
-- another reason, is reported again.
CREATE TABLE dismissed_file (
  source TEXT PRIMARY KEY,
  stamp TEXT NOT NULL,
  reason TEXT NOT NULL,
  dismissed_at TEXT NOT NULL
) STRICT, WITHOUT ROWID;
