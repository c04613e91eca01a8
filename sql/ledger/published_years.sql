-- Which calendar years have a published day?
-- result year INTEGER NOT NULL
SELECT DISTINCT CAST(substr(trade_date, 1, 4) AS INTEGER) AS year FROM publication WHERE state = 'published' ORDER BY year;
