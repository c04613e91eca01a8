-- Which tickers had the largest net foreign buying and net foreign selling in each week? A day or a month is also possible.
--
--   period          first day of the period: Monday of a week, 1st of a month; the first and last period may be incomplete
--   place           1 is the largest net buying of the period, the last place is the largest net selling
--   ticker
--   net_foreign     IDR: foreign_buy - foreign_sell
--   foreign_buy     IDR
--   foreign_sell    IDR
WITH asked AS (
  SELECT *, date_trunc('week', trade_date)::DATE AS period -- or 'day', 'month'
  FROM foreign_flow
  WHERE trade_date BETWEEN '2026-01-05' AND '2026-01-30'
    AND market IN ('RG', 'NG')
),
of_periods AS (
  SELECT
    period, ticker, sum(net_foreign) AS net_foreign, sum(foreign_buy) AS foreign_buy, sum(foreign_sell) AS foreign_sell
  FROM asked
  GROUP BY period, ticker
),
placed AS (
  SELECT
    *,
    row_number() OVER (PARTITION BY period ORDER BY net_foreign DESC, ticker) AS place,
    count(*) OVER (PARTITION BY period) AS places
  FROM of_periods
)
SELECT period, place, ticker, net_foreign, foreign_buy, foreign_sell
FROM placed
WHERE place <= 5 OR place > places - 5
ORDER BY period, place;
