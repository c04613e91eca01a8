-- Which is the newest published day?
SELECT max(trade_date) AS trade_date FROM publication WHERE state = 'published';
