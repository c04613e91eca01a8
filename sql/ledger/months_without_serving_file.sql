-- Which months have a published day and no serving file?
SELECT DISTINCT substr(trade_date, 1, 7) AS month FROM publication
WHERE state = 'published' AND substr(trade_date, 1, 7) NOT IN (SELECT month FROM serving_file)
ORDER BY month;
