-- Which published revisions were compared with a table by broker? The first comparison is the first.
SELECT broker_check.* FROM broker_check
JOIN publication USING (trade_date, revision)
WHERE state = 'published'
ORDER BY checked_at, trade_date, ticker, market, investor;
