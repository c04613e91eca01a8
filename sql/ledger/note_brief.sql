UPDATE brief_subscription SET publication = :publication, trade_date = :trade_date, sha256 = :sha256
WHERE subscription_id = :subscription_id AND publication < :publication AND paused_at IS NULL;
