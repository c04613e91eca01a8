-- Which stocks opened in RG at least a sixth below or a fifth above their close before? Newest first.
WITH days AS (
  SELECT
    ticker, trade_date, open,
    lag(close) OVER of_ticker AS close_before,
    lag(trade_date) OVER of_ticker AS day_before
  FROM ticker_rows($files)
  WHERE market = 'RG'
    AND regexp_full_match(ticker, '[A-Z]{4}')
    AND trade_date BETWEEN $from::DATE AND $to::DATE
  WINDOW of_ticker AS (PARTITION BY ticker ORDER BY trade_date)
)
SELECT ticker, trade_date::VARCHAR AS date, day_before::VARCHAR AS day_before, open, close_before
FROM days
WHERE open * 5 >= close_before * 6 OR open * 6 <= close_before * 5
ORDER BY date DESC, ticker;
