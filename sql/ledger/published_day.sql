-- What is published of one day?
SELECT * FROM publication WHERE trade_date = :trade_date AND state = 'published';
