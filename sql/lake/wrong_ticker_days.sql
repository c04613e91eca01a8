-- Which tickers and markets of ticker_day differ from the trades of day_groups or from broker_day, or have buys or sells that do not add up
-- to the trades?
WITH ticker_day AS (FROM read_parquet($ticker_day, hive_partitioning = false)),
traded AS (
  SELECT
    ticker, market,
    sum(trades) AS trades, sum(volume) AS shares, sum(value) AS idr,
    arg_min(open, first_trade_no) AS first_price, max(high) AS highest, min(low) AS lowest,
    arg_max(close, last_trade_no) AS last_price
  FROM day_groups
  GROUP BY ticker, market
),
sides AS (
  SELECT
    ticker, market, 'f' AS investor,
    foreign_buy_freq AS buy_freq, foreign_buy_volume AS buy_volume, foreign_buy_value AS buy_value,
    foreign_sell_freq AS sell_freq, foreign_sell_volume AS sell_volume, foreign_sell_value AS sell_value
  FROM ticker_day
  UNION ALL
  SELECT
    ticker, market, 'd' AS investor,
    domestic_buy_freq AS buy_freq, domestic_buy_volume AS buy_volume, domestic_buy_value AS buy_value,
    domestic_sell_freq AS sell_freq, domestic_sell_volume AS sell_volume, domestic_sell_value AS sell_value
  FROM ticker_day
),
broker_sums AS (
  SELECT
    ticker, market, investor,
    sum(buy_freq) AS bought_freq, sum(buy_volume) AS bought_volume, sum(buy_value) AS bought_value,
    sum(sell_freq) AS sold_freq, sum(sell_volume) AS sold_volume, sum(sell_value) AS sold_value
  FROM broker_day
  GROUP BY ticker, market, investor
)
SELECT ticker, market
FROM ticker_day
FULL JOIN traded USING (ticker, market)
WHERE (open, high, low, close) IS DISTINCT FROM (first_price, highest, lowest, last_price)
   OR (freq, volume, value) IS DISTINCT FROM (trades, shares, idr)
   OR (foreign_buy_freq + domestic_buy_freq, foreign_buy_volume + domestic_buy_volume, foreign_buy_value + domestic_buy_value)
     IS DISTINCT FROM (freq, volume, value)
   OR (foreign_sell_freq + domestic_sell_freq, foreign_sell_volume + domestic_sell_volume, foreign_sell_value + domestic_sell_value)
     IS DISTINCT FROM (freq, volume, value)
UNION
SELECT ticker, market
FROM sides
FULL JOIN broker_sums USING (ticker, market, investor)
WHERE (buy_freq, buy_volume, buy_value) IS DISTINCT FROM
    (coalesce(bought_freq, 0), coalesce(bought_volume, 0), coalesce(bought_value, 0))
   OR (sell_freq, sell_volume, sell_value) IS DISTINCT FROM
    (coalesce(sold_freq, 0), coalesce(sold_volume, 0), coalesce(sold_value, 0))
ORDER BY ticker, market
LIMIT 10;
