-- Which tickers does the year have, and under which number?
SELECT code, ticker_id FROM ticker;
