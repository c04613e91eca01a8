-- How many sides of trades does each broker have, and how many of them of foreign investors?
SELECT
  broker,
  sum(buy_freq + sell_freq)::DOUBLE AS sides,
  coalesce(sum(buy_freq + sell_freq) FILTER (investor = 'f'), 0)::DOUBLE AS foreign_sides
FROM broker_day
GROUP BY broker
ORDER BY broker;
