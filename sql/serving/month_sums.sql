-- The rows of the lake and their sums by ticker, by series and by day. In each row of the result, two of these three columns are null.
SELECT
  ticker_id AS ticker,
  series,
  day,
  count(*) AS rows,
  sum(buy_freq) AS buy_freq,
  sum(sell_freq) AS sell_freq,
  sum(buy_volume) AS buy_volume,
  sum(sell_volume) AS sell_volume,
  sum(buy_value) AS buy_value,
  sum(sell_value) AS sell_value
FROM month_row
GROUP BY GROUPING SETS ((ticker_id), (series), (day));
