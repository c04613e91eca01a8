-- The rows of the year, those of a ticker side by side, and in them each series in the order of its days.
FROM year_row ORDER BY ticker_id, series, day;
