-- Incidents that the status page shows.
CREATE TABLE incident (
  incident_id TEXT PRIMARY KEY,
  title TEXT NOT NULL,
  details TEXT NOT NULL,
  started_at TEXT NOT NULL,
  -- NULL while it lasts.
  resolved_at TEXT
) STRICT, WITHOUT ROWID;
