-- Is the broker summary of a range the sum of its days? Volumes and values are. Averages are not: they are worked out after adding up.
--
--   broker
--   days                 on how many days it bought
--   buy_value            IDR, of the range
--   sum_of_days          IDR, of its days one by one; the same
--   buy_avg              IDR a share, of the range
--   average_of_days      IDR a share, the mean of the averages of the days: wrong
--   error                average_of_days - buy_avg
WITH asked AS (
  FROM broker_summary
  WHERE ticker = 'BBCA'
    AND trade_date BETWEEN '2026-01-05' AND '2026-01-30'
    AND investor = 'all'
    AND market IN ('RG', 'NG')
),
of_range AS (
  SELECT
    broker, sum(buy_value) AS buy_value, average_price(sum(buy_value), sum(buy_volume)) AS buy_avg
  FROM asked
  GROUP BY broker
),
of_days AS (
  SELECT
    trade_date, broker, sum(buy_value) AS buy_value, average_price(sum(buy_value), sum(buy_volume)) AS buy_avg
  FROM asked
  GROUP BY trade_date, broker
  HAVING sum(buy_volume) > 0
),
added AS (
  SELECT
    broker, count(*) AS days, sum(buy_value) AS sum_of_days, round(sum(buy_avg) / count(*), 2) AS average_of_days
  FROM of_days
  GROUP BY broker
)
SELECT
  broker, days, buy_value, sum_of_days, buy_avg, average_of_days,
  round(average_of_days - buy_avg, 2) AS error
FROM of_range
JOIN added USING (broker)
ORDER BY buy_value DESC, broker;
