-- When did brokers trade a ticker within a day? Volumes per half hour.
--
--   half_hour                  start of the half hour, Jakarta time
--   broker
--   buy_volume, sell_volume    shares
--   net_volume                 shares: buy_volume - sell_volume
--   net_so_far                 sum of net_volume since the opening
WITH selected AS (
  FROM trades
  WHERE ticker = 'BBCA'
    AND trade_date = '2026-01-30'
    AND market = 'RG'
),
sides AS (
  SELECT trade_time, buyer AS broker, volume AS buy_volume, 0 AS sell_volume FROM selected
  UNION ALL
  SELECT trade_time, seller AS broker, 0 AS buy_volume, volume AS sell_volume FROM selected
),
of_half_hours AS (
  SELECT
    time_bucket(INTERVAL 30 MINUTES, DATE '2000-01-01' + trade_time)::TIME AS half_hour,
    broker,
    sum(buy_volume) AS buy_volume,
    sum(sell_volume) AS sell_volume
  FROM sides
  GROUP BY half_hour, broker
)
SELECT
  half_hour, broker, buy_volume, sell_volume,
  buy_volume - sell_volume AS net_volume,
  sum(buy_volume - sell_volume) OVER (PARTITION BY broker ORDER BY half_hour) AS net_so_far
FROM of_half_hours
ORDER BY half_hour, buy_volume + sell_volume DESC, broker;
