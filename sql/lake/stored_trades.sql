-- The trades of one day, read back from the disk. Older versions of Alir stored TIME in `trade_time` instead of `trade_second`, and `session`
-- as TINYINT.
CREATE OR REPLACE MACRO stored_trades(file) AS TABLE
SELECT
  trade_no, session::INTEGER AS session, market, ticker, buyer, buyer_investor, seller, seller_investor, volume, price, value,
  buy_order_no, sell_order_no,
  coalesce(trade_second, epoch(trade_time)::INTEGER) AS trade_second
FROM (
  FROM read_parquet(file, hive_partitioning = false)
  UNION ALL BY NAME
  SELECT NULL::INTEGER AS trade_second, NULL::TIME AS trade_time WHERE false
);
