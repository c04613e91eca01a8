-- How many lines of the daily file were read as rows?
SELECT count(*) AS rows FROM raw_trades;
