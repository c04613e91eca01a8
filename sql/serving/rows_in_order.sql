-- The rows of the year by ticker, then by series, then by day.
FROM year_row ORDER BY ticker_id, series, day;
