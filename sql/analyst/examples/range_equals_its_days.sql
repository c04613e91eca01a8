-- Is the broker summary of a range the sum of its days? For values, yes. For averages, no: calculate them from the sums.
-- The values of the range come from trades, and the values of the days from broker_summary.
--
--   broker
--   days                  number of days with trades of the broker
--   buy_value             IDR, of the range
--   buy_value_of_days     IDR, sum of its days; equals the value of the range
--   sell_value            IDR, of the range
--   sell_value_of_days    IDR, sum of its days; equals the value of the range
--   buy_avg               IDR per share, of the range; 0 if the broker bought nothing
--   mean_of_days          IDR per share, the mean of the daily averages, which is wrong
--   error                 mean_of_days - buy_avg
WITH selected AS (
  FROM trades
  WHERE ticker = 'BBCA'
    AND trade_date BETWEEN '2026-01-05' AND '2026-01-30'
    AND market IN ('RG', 'NG')
),
of_range AS (
  SELECT
    broker, sum(bought) AS buy_value, sum(sold) AS sell_value, average_price(sum(bought), sum(bought_volume)) AS buy_avg
  FROM (
    SELECT buyer AS broker, value AS bought, volume AS bought_volume, 0 AS sold FROM selected
    UNION ALL
    SELECT seller AS broker, 0 AS bought, 0 AS bought_volume, value AS sold FROM selected
  )
  GROUP BY broker
),
of_days AS (
  SELECT
    trade_date, broker, sum(buy_value) AS buy_value, sum(sell_value) AS sell_value,
    CASE WHEN sum(buy_volume) > 0 THEN average_price(sum(buy_value), sum(buy_volume)) END AS buy_avg
  FROM broker_summary
  WHERE ticker = 'BBCA'
    AND trade_date BETWEEN '2026-01-05' AND '2026-01-30'
    AND market IN ('RG', 'NG')
  GROUP BY trade_date, broker
),
added AS (
  SELECT
    broker, count(*) AS days, sum(buy_value) AS buy_value_of_days, sum(sell_value) AS sell_value_of_days,
    round(sum(buy_avg) / count(buy_avg), 2) AS mean_of_days
  FROM of_days
  GROUP BY broker
)
SELECT
  broker, days, buy_value, buy_value_of_days, sell_value, sell_value_of_days, buy_avg, mean_of_days,
  round(mean_of_days - buy_avg, 2) AS error
FROM of_range
FULL JOIN added USING (broker)
ORDER BY buy_value DESC, broker;
