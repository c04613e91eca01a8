-- Which cells are wrong, what is their value, and what is expected, as a code of src/core/market/file-causes.ts? A value that is repeated more
-- than $repeated times, or a column that is wrong in every row, is reported as one problem with the number of its rows.
WITH problem AS (
  SELECT line, unnest(list_filter([
    {column_name: 'TRX_CODE', value: TRX_CODE, ok: trx_code_ok, code: 'cell_trade_number'},
    {column_name: 'TRX_SESS', value: TRX_SESS, ok: trx_sess_ok, code: 'cell_session'},
    {column_name: 'TRX_TYPE', value: TRX_TYPE, ok: trx_type_ok, code: 'cell_market'},
    {column_name: 'BRK_COD2', value: BRK_COD2, ok: brk_cod2_ok, code: 'cell_broker'},
    {column_name: 'INV_TYP2', value: INV_TYP2, ok: inv_typ2_ok, code: 'cell_investor'},
    {column_name: 'BRK_COD1', value: BRK_COD1, ok: brk_cod1_ok, code: 'cell_broker'},
    {column_name: 'INV_TYP1', value: INV_TYP1, ok: inv_typ1_ok, code: 'cell_investor'},
    {column_name: 'STK_CODE', value: STK_CODE, ok: stk_code_ok, code: 'cell_ticker'},
    {column_name: 'STK_VOLM', value: STK_VOLM, ok: stk_volm_ok, code: 'cell_volume'},
    {column_name: 'STK_PRIC', value: STK_PRIC, ok: stk_pric_ok, code: 'cell_price'},
    {column_name: 'TRX_DATE', value: TRX_DATE, ok: trx_date_ok, code: 'cell_date'},
    {column_name: 'TRX_ORD2', value: TRX_ORD2, ok: trx_ord2_ok, code: 'cell_order'},
    {column_name: 'TRX_ORD1', value: TRX_ORD1, ok: trx_ord1_ok, code: 'cell_order'},
    {column_name: 'TRX_TIME', value: TRX_TIME, ok: trx_time_ok, code: 'cell_time'}
  ], lambda cell: cell.ok IS NOT TRUE), recursive := true)
  FROM bad_rows
),
in_every_row AS (
  SELECT min(line) AS line, column_name, arg_min(value, line) AS value, any_value(code) AS code, count(*) AS rows
  FROM problem
  GROUP BY column_name
  HAVING count(*) = (SELECT count(*) FROM raw_trades) AND count(*) > $repeated
),
repeated AS (
  SELECT min(line) AS line, column_name, value, any_value(code) AS code, count(*) AS rows
  FROM problem
  WHERE column_name NOT IN (SELECT column_name FROM in_every_row)
  GROUP BY column_name, value
  HAVING count(*) > $repeated
  ORDER BY line
  LIMIT $limit
),
single AS (
  SELECT line, column_name, value, code, 1 AS rows
  FROM problem
  WHERE column_name NOT IN (SELECT column_name FROM in_every_row)
    AND (column_name, value) NOT IN (SELECT (column_name, value) FROM repeated)
  ORDER BY line
  LIMIT $limit
)
SELECT
  line::BIGINT AS line, column_name, value, code, CASE code WHEN 'cell_date' THEN getvariable('trade_date') END AS detail,
  rows::BIGINT AS rows
FROM (FROM in_every_row UNION ALL FROM repeated UNION ALL FROM single)
ORDER BY line, column_name
LIMIT $limit;
