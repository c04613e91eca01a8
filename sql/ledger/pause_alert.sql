UPDATE alert SET paused_at = :paused_at WHERE alert_id = :alert_id;
