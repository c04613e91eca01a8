-- DuckDB writes and groups an ENUM faster than text.
CREATE TYPE investor AS ENUM ('d', 'f');

-- The typed trades of a table or view of cells. Columns that end in 1, such as BRK_COD1, describe the buyer; columns that end in 2
-- describe the seller. hhmmss is NULL for a cell that is not a time of day.
CREATE MACRO typed_trades(cells) AS TABLE
SELECT
  TRX_CODE::BIGINT AS trade_no,
  TRX_SESS::TINYINT AS session,
  TRX_TYPE AS market,
  STK_CODE AS ticker,
  BRK_COD1 AS buyer,
  CASE WHEN INV_TYP1 IN ('A', 'F') THEN 'f'::investor ELSE 'd'::investor END AS buyer_investor,
  BRK_COD2 AS seller,
  CASE WHEN INV_TYP2 IN ('A', 'F') THEN 'f'::investor ELSE 'd'::investor END AS seller_investor,
  STK_VOLM::BIGINT AS volume,
  STK_PRIC::BIGINT AS price,
  TRX_ORD1::BIGINT AS buy_order_no,
  TRX_ORD2::BIGINT AS sell_order_no,
  TRX_TIME::INTEGER AS hhmmss
FROM query_table(cells);
