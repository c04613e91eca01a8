-- Ends an intended publication: published, with the time, or abandoned, without a time.
-- :state TEXT NOT NULL 'published' | 'abandoned'
UPDATE publication
SET state = :state, published_at = :published_at
WHERE trade_date = :trade_date AND revision = :revision AND state = 'intended';
