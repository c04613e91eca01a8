-- Which months have a published day and no serving file?
-- result month TEXT NOT NULL
SELECT DISTINCT substr(trade_date, 1, 7) AS month FROM publication
WHERE state = 'published' AND substr(trade_date, 1, 7) NOT IN (SELECT month FROM serving_file)
ORDER BY month;
