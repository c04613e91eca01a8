-- Which months have a published day without ticker_day? Their market files cannot be built.
SELECT DISTINCT substr(trade_date, 1, 7) AS month FROM publication
WHERE state = 'published' AND ticker_day_sha256 IS NULL
ORDER BY month;
