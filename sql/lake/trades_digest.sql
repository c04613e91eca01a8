-- Two days with the same trades, in any order, have the same digest. DuckDB versions may hash differently: digests of two versions then
-- differ, and their days are compared only by the bytes of their files.
SELECT concat_ws('-', count(*), bit_xor(content), sum(content)) AS digest
FROM (
  SELECT hash(
    trade_no, session, market, ticker, buyer, buyer_investor, seller, seller_investor, volume, price, buy_order_no, sell_order_no, trade_time
  ) AS content
  FROM read_parquet($trades, hive_partitioning = false)
);
