-- The trades of the day, typed, each once. BRK_COD1 and what ends in 1 is the buyer, 2 the seller.
CREATE VIEW day_trades AS
SELECT
  TRX_CODE::BIGINT AS trade_no,
  TRX_SESS::TINYINT AS session,
  TRX_TYPE AS market,
  STK_CODE AS ticker,
  BRK_COD1 AS buyer,
  CASE WHEN INV_TYP1 IN ('A', 'F') THEN 'f' ELSE 'd' END AS buyer_investor,
  BRK_COD2 AS seller,
  CASE WHEN INV_TYP2 IN ('A', 'F') THEN 'f' ELSE 'd' END AS seller_investor,
  STK_VOLM::BIGINT AS volume,
  STK_PRIC::BIGINT AS price,
  STK_VOLM::BIGINT * STK_PRIC::BIGINT AS value,
  TRX_ORD1::BIGINT AS buy_order_no,
  TRX_ORD2::BIGINT AS sell_order_no,
  make_time(TRX_TIME::BIGINT // 10000, TRX_TIME::BIGINT // 100 % 100, TRX_TIME::BIGINT % 100) AS trade_time
FROM raw_trades
WHERE rowid NOT IN (SELECT row FROM repeated_trades);
