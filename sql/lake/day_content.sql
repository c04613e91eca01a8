-- Two days with the same trades, in any order, have the same digest. DuckDB versions may hash differently: digests of two versions then
-- differ, and their days are compared only by the bytes of their files.
-- And what share of the trades equals another trade in everything except its number? Counted in an eighth of the trades, chosen by content.
SELECT
  concat_ws('-', count(*), bit_xor(content), sum(content)) AS digest,
  coalesce(1 - count(DISTINCT sampled) / nullif(count(sampled), 0), 0)::DOUBLE AS repeats
FROM (
  SELECT
    hash(
      trade_no, session, market, ticker, buyer, buyer_investor, seller, seller_investor, volume, price, buy_order_no, sell_order_no, trade_second
    ) AS content,
    CASE WHEN hash(volume, trade_second) % 8 = 0 THEN hash(
      session, market, ticker, buyer, buyer_investor, seller, seller_investor, volume, price, buy_order_no, sell_order_no, trade_second
    ) END AS sampled
  FROM read_parquet($trades, hive_partitioning = false)
);
