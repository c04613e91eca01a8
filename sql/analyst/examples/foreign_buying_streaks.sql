-- Which tickers had net foreign buying on several days in a row? A day without trades or without net foreign buying ends a streak.
--
--   ticker
--   days                   published days in a row with net foreign buying
--   first_day, last_day
--   net_foreign            IDR, over the streak
--   is_running             whether the streak includes the last day of the range
WITH selected AS (
  FROM foreign_flow
  WHERE trade_date BETWEEN '2025-12-01' AND '2026-01-30'
    AND market IN ('RG', 'NG')
),
days AS (
  SELECT trade_date, row_number() OVER (ORDER BY trade_date) AS day
  FROM calendar
  WHERE is_published AND trade_date BETWEEN '2025-12-01' AND '2026-01-30'
),
bought AS (
  SELECT ticker, trade_date, sum(net_foreign) AS net_foreign
  FROM selected
  GROUP BY ticker, trade_date
  HAVING sum(net_foreign) > 0
),
-- From one row of a streak to the next, both numbers increase by 1, so their difference stays the same.
numbered AS (
  SELECT *, day - row_number() OVER (PARTITION BY ticker ORDER BY trade_date) AS streak
  FROM bought
  JOIN days USING (trade_date)
)
SELECT
  ticker,
  count(*) AS days,
  min(trade_date) AS first_day,
  max(trade_date) AS last_day,
  sum(net_foreign) AS net_foreign,
  max(trade_date) = (SELECT max(trade_date) FROM days) AS is_running
FROM numbered
GROUP BY ticker, streak
HAVING count(*) >= 5
ORDER BY days DESC, net_foreign DESC, ticker, first_day;
