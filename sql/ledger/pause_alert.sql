-- Pauses or resumes an alert. One that is resumed starts again: it notifies of nothing that was during the pause.
-- :paused_at TEXT
UPDATE alert SET
  paused_at = :paused_at,
  publication = CASE WHEN paused_at IS NULL THEN publication ELSE 0 END,
  trade_date = CASE WHEN paused_at IS NULL THEN trade_date END,
  members = CASE WHEN paused_at IS NULL THEN members END,
  last_change = CASE WHEN paused_at IS NULL THEN last_change END
WHERE alert_id = :alert_id;
