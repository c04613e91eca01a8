INSERT INTO incident (incident_id, title, details, started_at)
VALUES (:incident_id, :title, :details, :started_at);
