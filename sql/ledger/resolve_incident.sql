-- :resolved_at TEXT NOT NULL
UPDATE incident SET resolved_at = :resolved_at
WHERE incident_id = :incident_id AND resolved_at IS NULL
RETURNING incident_id, title, details, started_at, resolved_at;
