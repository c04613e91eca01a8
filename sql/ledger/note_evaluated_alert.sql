UPDATE alert SET publication = :publication, trade_date = :trade_date, members = :members
WHERE alert_id = :alert_id AND publication < :publication;
