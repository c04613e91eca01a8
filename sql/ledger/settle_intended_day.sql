-- Ends an intent: as published (with the time) or as abandoned (without).
UPDATE publication
SET state = :state, published_at = :published_at
WHERE trade_date = :trade_date AND revision = :revision AND state = 'intended';
