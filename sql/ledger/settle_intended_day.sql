-- Ends an intended publication: published, with the time, or abandoned, without a time.
UPDATE publication
SET state = :state, published_at = :published_at
WHERE trade_date = :trade_date AND revision = :revision AND state = 'intended';
