-- Does each cell follow the rule of its column?
CREATE VIEW checked_rows AS
SELECT
  rowid + 2 AS line,
  *,
  is_trx_code(TRX_CODE) AS trx_code_ok,
  is_trx_sess(TRX_SESS) AS trx_sess_ok,
  is_trx_type(TRX_TYPE) AS trx_type_ok,
  is_brk_cod2(BRK_COD2) AS brk_cod2_ok,
  is_inv_typ2(INV_TYP2) AS inv_typ2_ok,
  is_brk_cod1(BRK_COD1) AS brk_cod1_ok,
  is_inv_typ1(INV_TYP1) AS inv_typ1_ok,
  is_stk_code(STK_CODE) AS stk_code_ok,
  is_stk_volm(STK_VOLM) AS stk_volm_ok,
  is_stk_pric(STK_PRIC) AS stk_pric_ok,
  is_trx_date(TRX_DATE) AS trx_date_ok,
  is_trx_ord2(TRX_ORD2) AS trx_ord2_ok,
  is_trx_ord1(TRX_ORD1) AS trx_ord1_ok,
  is_trx_time(TRX_TIME) AS trx_time_ok
FROM raw_trades;
