-- Which tickers had the largest net foreign buying and the largest net foreign selling in each week? It also works for days and months.
--
--   period          first day of the period: Monday of a week, 1st of a month; the first and last period may be incomplete
--   rank            1 is the largest net buying of the period; the last rank is the largest net selling
--   ticker
--   net_foreign     IDR: foreign_buy - foreign_sell
--   foreign_buy     IDR
--   foreign_sell    IDR
WITH selected AS (
  SELECT *, date_trunc('week', trade_date)::DATE AS period -- or 'day', 'month'
  FROM foreign_flow
  WHERE trade_date BETWEEN '2026-01-05' AND '2026-01-30'
    AND market IN ('RG', 'NG')
),
of_periods AS (
  SELECT
    period, ticker, sum(net_foreign) AS net_foreign, sum(foreign_buy) AS foreign_buy, sum(foreign_sell) AS foreign_sell
  FROM selected
  GROUP BY period, ticker
),
ranked AS (
  SELECT
    *,
    row_number() OVER (PARTITION BY period ORDER BY net_foreign DESC, ticker) AS rank,
    count(*) OVER (PARTITION BY period) AS tickers
  FROM of_periods
)
SELECT period, rank, ticker, net_foreign, foreign_buy, foreign_sell
FROM ranked
WHERE rank <= 5 OR rank > tickers - 5
ORDER BY period, rank;
