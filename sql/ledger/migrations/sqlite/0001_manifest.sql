-- What is in the lake, and how it came to be there. One row for each revision of a day, never deleted.
--   intended   its files are written and flushed in staging; they may or may not have been moved into the lake
--   published  its files are the day's files in the lake
--   replaced   a later revision took its place
--   abandoned  a crash lost its staged files before any was moved; what was published before still is
CREATE TABLE publication (
  trade_date TEXT NOT NULL,
  revision INTEGER NOT NULL,
  state TEXT NOT NULL CHECK (state IN ('intended', 'published', 'replaced', 'abandoned')),
  source_name TEXT NOT NULL,
  source_sha256 TEXT NOT NULL,
  duplicates INTEGER NOT NULL,
  trades_rows INTEGER NOT NULL,
  trades_sha256 TEXT NOT NULL,
  broker_day_rows INTEGER NOT NULL,
  broker_day_sha256 TEXT NOT NULL,
  intended_at TEXT NOT NULL,
  published_at TEXT,
  PRIMARY KEY (trade_date, revision)
) STRICT, WITHOUT ROWID;

CREATE UNIQUE INDEX one_published_revision_a_day ON publication (trade_date) WHERE state = 'published';
CREATE UNIQUE INDEX one_intended_revision_a_day ON publication (trade_date) WHERE state = 'intended';

-- The serving file of each calendar year. Servers read this table to learn what to attach.
CREATE TABLE serving_file (
  year INTEGER PRIMARY KEY,
  file_name TEXT NOT NULL,
  sha256 TEXT NOT NULL,
  built_at TEXT NOT NULL
) STRICT;
