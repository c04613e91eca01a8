-- Which is the newest published day?
-- result trade_date TEXT
SELECT max(trade_date) AS trade_date FROM publication WHERE state = 'published';
