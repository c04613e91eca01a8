UPDATE incident SET title = :title, details = :details
WHERE incident_id = :incident_id
RETURNING incident_id, title, details, started_at, resolved_at;
