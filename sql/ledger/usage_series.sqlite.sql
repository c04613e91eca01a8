-- The number under which the usage of a key at an endpoint is counted. The update changes nothing, but lets SQLite return the row.
INSERT INTO usage_series (key_id, endpoint) VALUES (:key_id, :endpoint)
ON CONFLICT (key_id, endpoint) DO UPDATE SET endpoint = excluded.endpoint
RETURNING series;
