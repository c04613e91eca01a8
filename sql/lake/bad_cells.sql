-- Which cells are wrong, what is their value, and what is expected? A value that is repeated more than $repeated times, or a column
-- that is wrong in every row, is reported as one problem with the number of its rows.
WITH problem AS (
  SELECT line, unnest(list_filter([
    {column_name: 'TRX_CODE', value: TRX_CODE, ok: trx_code_ok, reason: 'must be a trade number of 1 to 18 digits'},
    {column_name: 'TRX_SESS', value: TRX_SESS, ok: trx_sess_ok, reason: 'must be a session of one digit'},
    {column_name: 'TRX_TYPE', value: TRX_TYPE, ok: trx_type_ok, reason: 'must be a market: RG, NG or TN'},
    {column_name: 'BRK_COD2', value: BRK_COD2, ok: brk_cod2_ok, reason: 'must be a broker code of 2 capital letters or digits'},
    {column_name: 'INV_TYP2', value: INV_TYP2, ok: inv_typ2_ok, reason: 'must be an investor type: I or D (domestic), A or F (foreign)'},
    {column_name: 'BRK_COD1', value: BRK_COD1, ok: brk_cod1_ok, reason: 'must be a broker code of 2 capital letters or digits'},
    {column_name: 'INV_TYP1', value: INV_TYP1, ok: inv_typ1_ok, reason: 'must be an investor type: I or D (domestic), A or F (foreign)'},
    {column_name: 'STK_CODE', value: STK_CODE, ok: stk_code_ok, reason: 'must be a ticker of 1 to 12 capital letters, digits or dashes'},
    {column_name: 'STK_VOLM', value: STK_VOLM, ok: stk_volm_ok, reason: 'must be a whole number of shares above 0, at most 15 digits'},
    {column_name: 'STK_PRIC', value: STK_PRIC, ok: stk_pric_ok, reason: 'must be a whole price in IDR above 0, at most 15 digits'},
    {column_name: 'TRX_DATE', value: TRX_DATE, ok: trx_date_ok, reason: 'must be the date of the file, ' || getvariable('trade_date')},
    {column_name: 'TRX_ORD2', value: TRX_ORD2, ok: trx_ord2_ok, reason: 'must be an order number of 1 to 18 digits'},
    {column_name: 'TRX_ORD1', value: TRX_ORD1, ok: trx_ord1_ok, reason: 'must be an order number of 1 to 18 digits'},
    {column_name: 'TRX_TIME', value: TRX_TIME, ok: trx_time_ok, reason: 'must be a time of day as HHMMSS, such as 85800 for 08:58:00'}
  ], lambda cell: cell.ok IS NOT TRUE), recursive := true)
  FROM bad_rows
),
in_every_row AS (
  SELECT min(line) AS line, column_name, arg_min(value, line) AS value, any_value(reason) AS reason, count(*) AS rows
  FROM problem
  GROUP BY column_name
  HAVING count(*) = (SELECT count(*) FROM raw_trades) AND count(*) > $repeated
),
repeated AS (
  SELECT min(line) AS line, column_name, value, any_value(reason) AS reason, count(*) AS rows
  FROM problem
  WHERE column_name NOT IN (SELECT column_name FROM in_every_row)
  GROUP BY column_name, value
  HAVING count(*) > $repeated
  ORDER BY line
  LIMIT $limit
),
single AS (
  SELECT line, column_name, value, reason, 1 AS rows
  FROM problem
  WHERE column_name NOT IN (SELECT column_name FROM in_every_row)
    AND (column_name, value) NOT IN (SELECT (column_name, value) FROM repeated)
  ORDER BY line
  LIMIT $limit
)
SELECT line::BIGINT AS line, column_name, value, reason, rows::BIGINT AS rows
FROM (FROM in_every_row UNION ALL FROM repeated UNION ALL FROM single)
ORDER BY line, column_name
LIMIT $limit;
