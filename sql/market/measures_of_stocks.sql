-- What are the measures of some stocks on each of some days?
SELECT trade_date::VARCHAR AS date, ticker, COLUMNS($names)::DOUBLE
FROM measure_rows($files, $adjusted)
WHERE ticker IN (SELECT unnest($tickers))
ORDER BY trade_date, ticker;
