-- What is the newest time that a clock wrote into the ledger?
-- result newest_at TEXT
SELECT max(noted_at) AS newest_at FROM (
  SELECT max(published_at) AS noted_at FROM publication
  UNION ALL SELECT max(seen_at) FROM source_file
  UNION ALL SELECT max(checked_at) FROM health_check
  UNION ALL SELECT max(created_at) FROM api_key
  UNION ALL SELECT max(created_at) FROM billing_order
) AS noted;
