-- What did foreign investors buy and sell of a ticker on each day? These are the figures of GET /foreign-flow/daily.
--
--   date            each published day, also without foreign trades
--   foreign_buy     IDR
--   foreign_sell    IDR
--   net_foreign     IDR: foreign_buy - foreign_sell
WITH selected AS (
  FROM foreign_flow
  WHERE ticker = 'BBCA'
    AND market IN ('RG', 'NG') -- or ('RG'), ('NG')
)
SELECT
  trade_date AS date,
  coalesce(sum(foreign_buy), 0) AS foreign_buy,
  coalesce(sum(foreign_sell), 0) AS foreign_sell,
  coalesce(sum(net_foreign), 0) AS net_foreign
FROM calendar
LEFT JOIN selected USING (trade_date)
WHERE is_published
  AND trade_date BETWEEN '2026-01-05' AND '2026-01-30'
GROUP BY trade_date
ORDER BY date;
