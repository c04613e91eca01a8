-- Ends an intended publication: published, with the time and the next number, or abandoned, without them.
-- :state TEXT NOT NULL 'published' | 'abandoned'
UPDATE publication
SET state = :state, published_at = :published_at,
  number = CASE :state WHEN 'published' THEN (SELECT count(counted.published_at) + 1 FROM publication AS counted) END
WHERE trade_date = :trade_date AND revision = :revision AND state = 'intended';
