-- On which days do some stocks have measures?
SELECT ticker, string_agg(trade_date::VARCHAR, ',' ORDER BY trade_date) AS dates
FROM measure_rows($files, $adjusted)
WHERE ticker IN (SELECT unnest($tickers))
GROUP BY ticker;
