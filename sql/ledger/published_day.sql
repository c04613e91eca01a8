-- Which revision of a day is published?
SELECT * FROM publication WHERE trade_date = :trade_date AND state = 'published';
