-- Other stocks or conditions have other members: the alerts do not notify of the difference.
UPDATE alert SET publication = 0, trade_date = NULL, members = NULL, last_change = NULL WHERE saved_id = :saved_id;
