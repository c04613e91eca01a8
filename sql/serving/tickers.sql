-- The tickers of the file, in the order of their numbers.
SELECT code FROM ticker ORDER BY ticker_id;
