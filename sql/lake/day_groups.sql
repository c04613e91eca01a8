-- The trades of one day by session, market and ticker, read back from the disk. The checks of a written day and the facts of a day need
-- nothing else of most trades.
CREATE OR REPLACE TABLE day_groups AS
SELECT
  session,
  market,
  ticker,
  count(*) AS trades,
  count(*) FILTER (volume % 100 <> 0) AS odd_lots,
  count(*) FILTER (volume % 200 <> 0) AS uneven_lots,
  count(*) FILTER (price % price_step(price) <> 0) AS off_steps,
  sum(volume) AS volume,
  sum(value) AS value,
  sum(price) AS prices,
  sum(trade_no) AS trade_numbers,
  min(price) AS low,
  max(price) AS high,
  arg_min(price, trade_no) AS open,
  arg_max(price, trade_no) AS close,
  min(trade_no) AS first_trade_no,
  max(trade_no) AS last_trade_no,
  min(trade_second) AS first_second,
  max(trade_second) AS last_second,
  arg_max(trade_second, trade_no) AS last_trade_second
FROM read_parquet($trades, hive_partitioning = false)
GROUP BY session, market, ticker;
