-- The rows with at least one cell that breaks the rule of its column.
CREATE TABLE bad_rows AS
FROM checked_rows
WHERE (
  trx_code_ok AND trx_sess_ok AND trx_type_ok AND brk_cod2_ok AND inv_typ2_ok AND brk_cod1_ok AND inv_typ1_ok
  AND stk_code_ok AND stk_volm_ok AND stk_pric_ok AND trx_date_ok AND trx_ord2_ok AND trx_ord1_ok AND trx_time_ok
) IS NOT TRUE;
