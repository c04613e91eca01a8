-- The trades of a day that an older version of Alir wrote, in the order of its file, with the columns of day_trades.sql.
CREATE VIEW lake_trades AS
SELECT
  trade_no, session::INTEGER AS session, market, ticker, buyer, buyer_investor, seller, seller_investor, volume, price, value,
  buy_order_no, sell_order_no, epoch(trade_time)::INTEGER AS trade_second
FROM read_parquet(getvariable('older_trades'), hive_partitioning = false);
