-- What are the measures of each stock on each of some days?
SELECT trade_date::VARCHAR AS date, ticker, COLUMNS($names)::DOUBLE
FROM measure_rows($files, $adjusted)
ORDER BY trade_date, ticker;
