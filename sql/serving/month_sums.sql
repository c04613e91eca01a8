-- The sums of the lake by ticker, by series and by day. Each row is the sum of one ticker, series or day; `part` names it.
SELECT
  CASE
    WHEN grouping(ticker_id) = 0 THEN 'ticker ' || ticker_id
    WHEN grouping(series) = 0 THEN 'series ' || series
    ELSE 'day ' || day
  END AS part,
  sum(buy_freq) AS buy_freq,
  sum(sell_freq) AS sell_freq,
  sum(buy_volume) AS buy_volume,
  sum(sell_volume) AS sell_volume,
  sum(buy_value) AS buy_value,
  sum(sell_value) AS sell_value
FROM month_row
GROUP BY GROUPING SETS ((ticker_id), (series), (day));
