-- Every line must be a row with a time of day, and the total value at most 2^54 IDR. The trade numbers lie between the first and the last.
SELECT
  count(*) AS rows,
  count(*) FILTER (
    (hhmmss // 10000 < 24 AND hhmmss // 100 % 100 < 60 AND hhmmss % 100 < 60) IS NOT TRUE
  ) AS wrong_times,
  min(trade_no) AS first_trade_no,
  max(trade_no) AS last_trade_no,
  coalesce(sum(volume::HUGEINT * price::HUGEINT), 0) > 18014398509481984 AS too_valuable
FROM clean_trades;
