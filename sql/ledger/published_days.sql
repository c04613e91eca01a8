-- Which days are published, in order?
SELECT trade_date FROM publication WHERE state = 'published' ORDER BY trade_date;
