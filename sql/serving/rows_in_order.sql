-- The rows of the month by ticker, then by series, then by day.
FROM month_row ORDER BY ticker_id, series, day;
