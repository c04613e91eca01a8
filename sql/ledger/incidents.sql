-- Which incidents are open or started since a time? Open ones first, then the newest.
SELECT incident_id, title, details, started_at, resolved_at FROM incident
WHERE resolved_at IS NULL OR started_at >= :since
ORDER BY resolved_at IS NOT NULL, started_at DESC, incident_id;
