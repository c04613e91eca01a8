-- Which rows repeat the trade number of an earlier row, and are they the same trade?
CREATE TABLE repeated_trades AS
WITH repeated AS (
  SELECT TRX_CODE::BIGINT AS trade_no, min(rowid) AS first_row
  FROM raw_trades
  GROUP BY trade_no
  HAVING count(*) > 1
)
SELECT
  again.rowid AS row,
  again.TRX_CODE AS trade_no,
  first_row,
  (again.TRX_SESS, again.TRX_TYPE, again.BRK_COD2, again.INV_TYP2, again.BRK_COD1, again.INV_TYP1, again.STK_CODE,
    again.STK_VOLM, again.STK_PRIC, again.TRX_DATE, again.TRX_ORD2, again.TRX_ORD1, again.TRX_TIME)
  = (first.TRX_SESS, first.TRX_TYPE, first.BRK_COD2, first.INV_TYP2, first.BRK_COD1, first.INV_TYP1, first.STK_CODE,
    first.STK_VOLM, first.STK_PRIC, first.TRX_DATE, first.TRX_ORD2, first.TRX_ORD1, first.TRX_TIME) AS is_same
FROM raw_trades AS again
JOIN repeated ON again.TRX_CODE::BIGINT = repeated.trade_no
JOIN raw_trades AS first ON first.rowid = first_row
WHERE again.rowid <> first_row;
