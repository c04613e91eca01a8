-- The typed trades of a table or view of cells; is_right is false for a row with a wrong cell. Columns that end in 1, such as BRK_COD1,
-- describe the buyer; columns that end in 2 describe the seller.
CREATE MACRO typed_trades(cells) AS TABLE
SELECT
  TRY_CAST(TRX_CODE AS BIGINT) AS trade_no,
  TRY_CAST(TRX_SESS AS TINYINT) AS session,
  TRX_TYPE AS market,
  STK_CODE AS ticker,
  BRK_COD1 AS buyer,
  CASE WHEN INV_TYP1 IN ('A', 'F') THEN 'f' ELSE 'd' END AS buyer_investor,
  BRK_COD2 AS seller,
  CASE WHEN INV_TYP2 IN ('A', 'F') THEN 'f' ELSE 'd' END AS seller_investor,
  TRY_CAST(STK_VOLM AS BIGINT) AS volume,
  TRY_CAST(STK_PRIC AS BIGINT) AS price,
  TRY_CAST(TRX_ORD1 AS BIGINT) AS buy_order_no,
  TRY_CAST(TRX_ORD2 AS BIGINT) AS sell_order_no,
  TRY_CAST(TRX_TIME AS BIGINT) AS hhmmss,
  (
    is_trx_code(TRX_CODE)
    AND is_trx_sess(TRX_SESS)
    AND is_trx_type(TRX_TYPE)
    AND is_brk_cod2(BRK_COD2)
    AND is_inv_typ2(INV_TYP2)
    AND is_brk_cod1(BRK_COD1)
    AND is_inv_typ1(INV_TYP1)
    AND is_stk_code(STK_CODE)
    AND is_stk_volm(STK_VOLM)
    AND is_stk_pric(STK_PRIC)
    AND is_trx_date(TRX_DATE)
    AND is_trx_ord2(TRX_ORD2)
    AND is_trx_ord1(TRX_ORD1)
    AND is_trx_time(TRX_TIME)
  ) AS is_right
FROM query_table(cells);
