-- How did the inventory of brokers in a ticker change, day by day? These are the figures of GET /stocks/broker-inventory.
--
--   date                 each published day of the range
--   code                 a broker, or OTHER for all brokers that are not shown
--   net_volume           shares bought minus shares sold on the day
--   net_value            IDR bought minus IDR sold on the day
--   cumulative_volume    shares bought minus shares sold since the first day; earlier holdings are not known
--   cumulative_value     IDR bought minus IDR sold since the first day
WITH days AS (
  SELECT trade_date
  FROM calendar
  WHERE is_published AND trade_date BETWEEN '2026-01-05' AND '2026-01-30'
),
selected AS (
  FROM broker_summary('all') -- or ('d'), ('f')
  WHERE ticker = 'BBCA'
    AND trade_date BETWEEN '2026-01-05' AND '2026-01-30'
    AND market IN ('RG') -- or ('NG'), ('RG', 'NG')
),
-- Shown are the 10 brokers with the highest net volume of the range, and the 10 with the lowest.
ranked AS (
  SELECT
    broker,
    sum(net_volume) AS net,
    row_number() OVER (ORDER BY net DESC, broker) AS buyer,
    row_number() OVER (ORDER BY net, broker) AS seller
  FROM selected
  GROUP BY broker
),
named AS (
  SELECT *, CASE WHEN (net > 0 AND buyer <= 10) OR (net < 0 AND seller <= 10) THEN broker ELSE 'OTHER' END AS code
  FROM ranked
),
codes AS (
  SELECT code, CASE WHEN code <> 'OTHER' THEN any_value(buyer) END AS rank
  FROM named
  GROUP BY code
),
of_days AS (
  SELECT trade_date, code, sum(net_volume) AS net_volume, sum(net_value) AS net_value
  FROM selected
  JOIN named USING (broker)
  GROUP BY trade_date, code
)
SELECT
  trade_date AS date,
  code,
  coalesce(net_volume, 0) AS net_volume,
  coalesce(net_value, 0) AS net_value,
  coalesce(sum(net_volume) OVER so_far, 0) AS cumulative_volume,
  coalesce(sum(net_value) OVER so_far, 0) AS cumulative_value
FROM days
CROSS JOIN codes
LEFT JOIN of_days USING (trade_date, code)
WINDOW so_far AS (PARTITION BY code ORDER BY trade_date)
ORDER BY date, rank NULLS LAST;
