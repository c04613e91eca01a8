-- What share of the trades equals another trade in everything except its number? Reads an eighth of the trades, chosen by their content.
SELECT coalesce(1 - count(DISTINCT content) / nullif(count(*), 0), 0)::DOUBLE AS repeats
FROM (
  SELECT hash(
    session, market, ticker, buyer, buyer_investor, seller, seller_investor, volume, price, buy_order_no, sell_order_no, trade_time
  ) AS content
  FROM read_parquet($trades, hive_partitioning = false)
  WHERE hash(volume, trade_time) % 8 = 0
);
