-- Is the file free of errors? Every line is a row, every cell is right, trade numbers are unique, the total value is at most 2^54 IDR.
SELECT
  count(*) AS rows,
  count(*) FILTER (is_right IS NOT TRUE) AS wrong,
  count(DISTINCT trade_no) AS trade_numbers,
  coalesce(sum(volume::HUGEINT * price::HUGEINT), 0) > 18014398509481984 AS too_valuable
FROM clean_trades;
