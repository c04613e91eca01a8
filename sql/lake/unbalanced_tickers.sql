-- Per ticker and market, do the buys and the sells of the brokers equal the trades of day_groups?
SELECT ticker, market
FROM (
  SELECT
    ticker, market,
    sum(buy_freq) AS buy_freq, sum(sell_freq) AS sell_freq, sum(buy_volume) AS buy_volume,
    sum(sell_volume) AS sell_volume, sum(buy_value) AS buy_value, sum(sell_value) AS sell_value
  FROM broker_day
  GROUP BY ticker, market
) AS brokers
FULL JOIN (
  SELECT ticker, market, sum(trades) AS freq, sum(volume) AS volume, sum(value) AS value
  FROM day_groups
  GROUP BY ticker, market
) AS trades USING (ticker, market)
WHERE (buy_freq, buy_volume, buy_value) IS DISTINCT FROM (freq, volume, value)
   OR (sell_freq, sell_volume, sell_value) IS DISTINCT FROM (freq, volume, value)
ORDER BY ticker, market
LIMIT 10;
