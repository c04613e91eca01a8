-- Which stocks did foreign investors buy and sell most? A streak is the number of published days in a row, up to the last one, on which they
-- bought more than they sold (positive) or the reverse (negative). $closed has a 1 for each day of the range without published data, and $last is the number of the last day, from 0.
-- percent_hundredths is the percent of the response times 100, half away from zero: stocks with the same percent are sorted by ticker.
WITH flow AS (
  SELECT
    ticker,
    sum(foreign_buy_value) AS foreign_buy,
    sum(foreign_sell_value) AS foreign_sell,
    sum(value) AS value,
    bitstring_agg((trade_date - $from::DATE)::INTEGER, 0, $last) FILTER (foreign_buy_value > foreign_sell_value) AS buy_days,
    bitstring_agg((trade_date - $from::DATE)::INTEGER, 0, $last) FILTER (foreign_buy_value < foreign_sell_value) AS sell_days
  FROM ticker_rows($files)
  WHERE market = $market AND trade_date BETWEEN $from::DATE AND $to::DATE
  GROUP BY ticker
),
runs AS (
  SELECT
    ticker,
    foreign_buy,
    foreign_sell,
    foreign_buy - foreign_sell AS net_foreign,
    value,
    (coalesce(buy_days, repeat('0', $last + 1)::BIT) | $closed::BIT)::VARCHAR AS buys,
    (coalesce(sell_days, repeat('0', $last + 1)::BIT) | $closed::BIT)::VARCHAR AS sells
  FROM flow
),
streaks AS (
  SELECT
    * EXCLUDE (buys, sells),
    right($closed, length(buys) - length(rtrim(buys, '1'))) AS buy_run,
    right($closed, length(sells) - length(rtrim(sells, '1'))) AS sell_run
  FROM runs
)
SELECT
  ticker,
  foreign_buy,
  foreign_sell,
  net_foreign,
  (sign(net_foreign) * ((abs(net_foreign) * 20000 + value) // (value * 2)))::HUGEINT AS percent_hundredths,
  (length(replace(buy_run, '1', '')) - length(replace(sell_run, '1', '')))::INTEGER AS streak
FROM streaks
ORDER BY
  CASE $order
    WHEN 'net' THEN net_foreign
    WHEN 'buy' THEN foreign_buy
    WHEN 'sell' THEN foreign_sell
    WHEN 'percent' THEN percent_hundredths
    WHEN 'streak' THEN streak
  END DESC,
  ticker
LIMIT $limit;
