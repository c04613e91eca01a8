-- Which tickers did foreign investors buy most, net of sells? These are the figures of GET /foreign-flow/ranking.
--
--   ticker
--   foreign_buy     IDR
--   foreign_sell    IDR
--   net_foreign     IDR: foreign_buy - foreign_sell
--   percent         net_foreign in percent of the ticker's value
--   streak          published days in a row with net buying, up to the last day of the range; negative for net selling
WITH days AS (
  SELECT trade_date, row_number() OVER (ORDER BY trade_date DESC) AS days_back
  FROM calendar
  WHERE is_published AND trade_date BETWEEN '2026-01-05' AND '2026-01-30'
),
of_days AS (
  SELECT
    ticker, trade_date,
    sum(foreign_buy) AS foreign_buy,
    sum(foreign_sell) AS foreign_sell,
    sum(net_foreign) AS net_foreign,
    sum(value) AS value,
    sign(sum(net_foreign)) AS direction
  FROM foreign_flow
  WHERE trade_date BETWEEN '2026-01-05' AND '2026-01-30'
    AND market IN ('RG', 'NG') -- or ('RG'), ('NG')
  GROUP BY ticker, trade_date
),
-- A day belongs to the streak if the ticker had the same direction on each published day after it.
in_order AS (
  SELECT *, days_back = row_number() OVER (PARTITION BY ticker, direction ORDER BY days_back) AS is_in_streak
  FROM of_days
  JOIN days USING (trade_date)
)
SELECT
  ticker,
  sum(foreign_buy) AS foreign_buy,
  sum(foreign_sell) AS foreign_sell,
  sum(net_foreign) AS net_foreign,
  percent_of(sum(net_foreign), sum(value)) AS percent,
  coalesce(sum(direction) FILTER (is_in_streak), 0) AS streak
FROM in_order
GROUP BY ticker
ORDER BY net_foreign DESC, ticker -- or foreign_buy, foreign_sell, percent, streak
LIMIT 50;
