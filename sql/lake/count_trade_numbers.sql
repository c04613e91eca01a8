-- How many different trade numbers does the file have?
SELECT count(DISTINCT trade_no) AS trade_numbers FROM clean_trades;
