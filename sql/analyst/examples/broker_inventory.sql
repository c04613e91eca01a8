-- How did the inventory of brokers in a ticker change? The inventory before the first day counts as 0, because earlier holdings are not known.
--
--   trade_date          each published day from the first to the last day with trades of these brokers
--   broker
--   net_volume          shares bought minus shares sold on the day
--   inventory_volume    shares bought minus shares sold since the first day
--   inventory_value     IDR bought minus IDR sold since the first day
WITH asked AS (
  FROM broker_summary
  WHERE ticker = 'BBCA'
    AND trade_date BETWEEN '2026-01-05' AND '2026-01-30'
    AND market IN ('RG', 'NG')
    AND broker IN ('AK', 'XL', 'CC') -- take this line away for all
),
of_days AS (
  SELECT trade_date, broker, sum(net_volume) AS net_volume, sum(net_value) AS net_value
  FROM asked
  GROUP BY trade_date, broker
),
days AS (
  SELECT trade_date
  FROM calendar
  WHERE is_published AND trade_date BETWEEN (SELECT min(trade_date) FROM asked) AND (SELECT max(trade_date) FROM asked)
)
SELECT
  trade_date,
  broker,
  coalesce(net_volume, 0) AS net_volume,
  coalesce(sum(net_volume) OVER so_far, 0) AS inventory_volume,
  coalesce(sum(net_value) OVER so_far, 0) AS inventory_value
FROM days
CROSS JOIN (SELECT DISTINCT broker FROM asked)
LEFT JOIN of_days USING (trade_date, broker)
WINDOW so_far AS (PARTITION BY broker ORDER BY trade_date)
ORDER BY broker, trade_date;
