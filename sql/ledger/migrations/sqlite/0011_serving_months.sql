-- Serving files of calendar months replace those of calendar years. The next start or ingest builds them from the lake.
DROP TABLE serving_file;
CREATE TABLE serving_file (
  month TEXT PRIMARY KEY,
  file_name TEXT NOT NULL,
  sha256 TEXT NOT NULL,
  build INTEGER NOT NULL DEFAULT 1,
  built_at TEXT NOT NULL
) STRICT;
