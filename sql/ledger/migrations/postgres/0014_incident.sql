-- Incidents; the migration of SQLite with this name describes the table and its columns.
CREATE TABLE incident (
  incident_id TEXT COLLATE "C" PRIMARY KEY,
  title TEXT COLLATE "C" NOT NULL,
  details TEXT COLLATE "C" NOT NULL,
  started_at TEXT COLLATE "C" NOT NULL,
  resolved_at TEXT COLLATE "C"
);
