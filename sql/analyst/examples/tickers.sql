-- Which tickers had trades, and from which day to which day? These are the rows of GET /market/tickers.
--
--   ticker
--   kind                     by the form of the ticker: stock, right, warrant, structured_warrant, fund or other
--   first_date, last_date    the first and the last published day with trades in the regular or negotiated market
SELECT
  ticker,
  CASE
    WHEN regexp_full_match(ticker, 'X[A-Z]{3}|R-.*') THEN 'fund' -- XIIT, R-LQ45X
    WHEN regexp_full_match(ticker, '[A-Z]{4}M?') THEN 'stock' -- BBCA, GOTOM
    WHEN regexp_full_match(ticker, '[A-Z]{4}-R\d*') THEN 'right' -- BRMS-R
    WHEN regexp_full_match(ticker, '[A-Z]{4}-W\d*') THEN 'warrant' -- BRMS-W, BRMS-W2
    WHEN regexp_full_match(ticker, '[A-Z]{6}[CP][A-Z]\d[A-Z]') THEN 'structured_warrant' -- BBCADRCU3A
    ELSE 'other'
  END AS kind,
  min(trade_date) AS first_date,
  max(trade_date) AS last_date
FROM ticker_day
WHERE market IN ('RG', 'NG')
GROUP BY ticker
ORDER BY ticker;
