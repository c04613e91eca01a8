-- Deletes the usage of old days, some rows at a time.
DELETE FROM usage_day WHERE (key_id, usage_date, endpoint) IN (
  SELECT usage_day.key_id, usage_date, endpoint
  FROM api_key CROSS JOIN usage_day
  WHERE usage_day.key_id = api_key.key_id AND usage_date < :until
  LIMIT :limit
);
