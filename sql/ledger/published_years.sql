-- Which calendar years have a published day?
SELECT DISTINCT CAST(substr(trade_date, 1, 4) AS INTEGER) AS year FROM publication WHERE state = 'published' ORDER BY year;
