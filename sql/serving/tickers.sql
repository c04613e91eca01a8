-- The year's tickers, in the order of their numbers.
SELECT code FROM ticker ORDER BY ticker_id;
