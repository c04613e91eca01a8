-- An alert that starts again notifies of nothing that was before.
UPDATE alert SET paused_at = NULL, publication = 0, trade_date = NULL, members = NULL, last_change = NULL
WHERE alert_id = :alert_id;
