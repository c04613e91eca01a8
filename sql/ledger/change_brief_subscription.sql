-- A subscription that is resumed starts again: it notifies of nothing that was during the pause.
-- :paused_at TEXT
UPDATE brief_subscription SET
  language = :language, paused_at = :paused_at,
  publication = CASE WHEN paused_at IS NULL THEN publication ELSE 0 END,
  trade_date = CASE WHEN paused_at IS NULL THEN trade_date END,
  sha256 = CASE WHEN paused_at IS NULL THEN sha256 END
WHERE subscription_id = :subscription_id;
