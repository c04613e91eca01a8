-- Is each cell what its column must hold? Checked on the text, before any conversion.
CREATE VIEW checked_rows AS
SELECT
  rowid + 2 AS line,
  *,
  regexp_full_match(TRX_CODE, '[0-9]{1,18}') AS trx_code_ok,
  regexp_full_match(TRX_SESS, '[0-9]') AS trx_sess_ok,
  TRX_TYPE IN ('RG', 'NG', 'TN') AS trx_type_ok,
  regexp_full_match(BRK_COD2, '[A-Z0-9]{2}') AS brk_cod2_ok,
  INV_TYP2 IN ('I', 'D', 'A', 'F') AS inv_typ2_ok,
  regexp_full_match(BRK_COD1, '[A-Z0-9]{2}') AS brk_cod1_ok,
  INV_TYP1 IN ('I', 'D', 'A', 'F') AS inv_typ1_ok,
  regexp_full_match(STK_CODE, '[A-Z0-9][A-Z0-9-]{0,11}') AS stk_code_ok,
  regexp_full_match(STK_VOLM, '[1-9][0-9]{0,14}') AS stk_volm_ok,
  regexp_full_match(STK_PRIC, '[1-9][0-9]{0,14}') AS stk_pric_ok,
  TRX_DATE = getvariable('trade_date') AS trx_date_ok,
  regexp_full_match(TRX_ORD2, '[0-9]{1,18}') AS trx_ord2_ok,
  regexp_full_match(TRX_ORD1, '[0-9]{1,18}') AS trx_ord1_ok,
  regexp_full_match(TRX_TIME, '[0-9]{1,6}')
    AND regexp_full_match(lpad(TRX_TIME, 6, '0'), '([01][0-9]|2[0-3])[0-5][0-9][0-5][0-9]') AS trx_time_ok
FROM raw_trades;
