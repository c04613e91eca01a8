-- What are the measures of a stock on each of some days?
SELECT trade_date - DATE '1970-01-01' AS day, COLUMNS($names)::DOUBLE
FROM measure_rows($files, $adjusted)
WHERE ticker = $ticker
ORDER BY trade_date;
