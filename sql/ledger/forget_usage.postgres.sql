-- Deletes the usage of old days, some rows at a time.
DELETE FROM usage_history WHERE (key_id, usage_date, endpoint) IN (
  SELECT usage_history.key_id, usage_date, endpoint
  FROM api_key CROSS JOIN usage_history
  WHERE usage_history.key_id = api_key.key_id AND usage_date < :until
  LIMIT :limit
);
