-- Does any of these tickers have a trade?
SELECT ticker
FROM ticker_rows($files)
WHERE ticker BETWEEN list_min($tickers) AND list_max($tickers)
  AND list_contains($tickers, ticker)
  AND market IN ('RG', 'NG')
  AND trade_date BETWEEN $from::DATE AND $to::DATE
LIMIT 1;
