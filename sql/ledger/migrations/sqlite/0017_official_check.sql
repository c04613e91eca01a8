-- The comparisons of published days with the exchange's Stock Summary. The result of a revision is that of its largest check_id.
CREATE TABLE official_check (
  check_id INTEGER PRIMARY KEY,
  trade_date TEXT NOT NULL,
  revision INTEGER NOT NULL,
  official_sha256 TEXT NOT NULL,
  -- The path of the file, and what identified its content then.
  source TEXT NOT NULL,
  stamp TEXT NOT NULL,
  checked_at TEXT NOT NULL,
  tickers INTEGER NOT NULL,
  differing_tickers INTEGER NOT NULL,
  differences INTEGER NOT NULL,
  -- Names of patterns, separated by commas.
  patterns TEXT NOT NULL,
  UNIQUE (trade_date, revision, official_sha256)
) STRICT;

CREATE INDEX official_check_by_source ON official_check (source);
