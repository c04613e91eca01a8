-- Which published days have no total value yet?
SELECT trade_date, revision, broker_day_sha256 FROM publication WHERE state = 'published' AND value IS NULL ORDER BY trade_date;
