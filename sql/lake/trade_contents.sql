-- The trades of one day, each with a hash of what a correction must keep. The numbers of trades and of orders are left out: the exchange's
-- file of one stock renumbers its trades, and has no order numbers.
CREATE OR REPLACE MACRO trade_contents(file) AS TABLE
SELECT
  *,
  hash(session, market, ticker, buyer, buyer_investor, seller, seller_investor, volume, price, trade_second) AS content
FROM read_parquet(file, hive_partitioning = false);
