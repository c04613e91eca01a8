-- Deletes the usage of old days, some rows at a time.
-- :until TEXT NOT NULL
DELETE FROM usage_count WHERE (epoch_day, series) IN (
  SELECT epoch_day, series FROM usage_count WHERE epoch_day < unixepoch(:until) / 86400 LIMIT :limit
);
