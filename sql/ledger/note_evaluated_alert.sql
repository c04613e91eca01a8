-- Without a change, the last one stays.
-- :last_change TEXT
UPDATE alert SET
  publication = :publication, trade_date = :trade_date, members = :members, last_change = COALESCE(:last_change, last_change)
WHERE alert_id = :alert_id AND publication < :publication;
