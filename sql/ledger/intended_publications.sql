-- Which publications did a crash leave half-way?
SELECT * FROM publication WHERE state = 'intended' ORDER BY trade_date;
