-- Which publications did a crash interrupt?
SELECT * FROM publication WHERE state = 'intended' ORDER BY trade_date;
