-- On which day was each ticker first and last traded, in the regular or negotiated market? ALL has a row if either market has trades.
SELECT
  ticker,
  min(trade_date)::VARCHAR AS first_date,
  max(trade_date)::VARCHAR AS last_date
FROM ticker_rows($files)
WHERE market = 'ALL' AND trade_date BETWEEN $from::DATE AND $to::DATE
GROUP BY ticker
ORDER BY ticker;
