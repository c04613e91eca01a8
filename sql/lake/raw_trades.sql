-- The required cells, in line order.
CREATE TABLE raw_trades AS
SELECT
  TRX_CODE, TRX_SESS, TRX_TYPE, BRK_COD2, INV_TYP2, BRK_COD1, INV_TYP1,
  STK_CODE, STK_VOLM, STK_PRIC, TRX_DATE, TRX_ORD2, TRX_ORD1, TRX_TIME
FROM daily_file(getvariable('text_types'), 'reject_errors');
