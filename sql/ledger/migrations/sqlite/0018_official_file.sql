-- The content that each file of the exchange had when it was compared last. Several files may have the same content, which is one official_check.
CREATE TABLE official_file (
  source TEXT PRIMARY KEY,
  -- What identified its content then.
  stamp TEXT NOT NULL,
  trade_date TEXT NOT NULL,
  revision INTEGER NOT NULL,
  official_sha256 TEXT NOT NULL
) STRICT;

DROP INDEX official_check_by_source;
ALTER TABLE official_check DROP COLUMN stamp;
