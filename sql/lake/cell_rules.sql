-- The rule for the cells of each column, checked on the text before any conversion. src/market/ingest/canonical/canonical-lines.ts has the same rules.
CREATE MACRO is_trx_code(cell) AS
  regexp_full_match(cell, '[0-9]{1,18}');
CREATE MACRO is_trx_sess(cell) AS
  regexp_full_match(cell, '[0-9]');
CREATE MACRO is_trx_type(cell) AS
  cell IN ('RG', 'NG', 'TN');
CREATE MACRO is_brk_cod2(cell) AS
  regexp_full_match(cell, '[A-Z0-9]{2}');
CREATE MACRO is_inv_typ2(cell) AS
  cell IN ('I', 'D', 'A', 'F');
CREATE MACRO is_brk_cod1(cell) AS
  regexp_full_match(cell, '[A-Z0-9]{2}');
CREATE MACRO is_inv_typ1(cell) AS
  cell IN ('I', 'D', 'A', 'F');
CREATE MACRO is_stk_code(cell) AS
  regexp_full_match(cell, '[A-Z0-9][A-Z0-9-]{0,11}');
CREATE MACRO is_stk_volm(cell) AS
  regexp_full_match(cell, '[1-9][0-9]{0,14}');
CREATE MACRO is_stk_pric(cell) AS
  regexp_full_match(cell, '[1-9][0-9]{0,14}');
CREATE MACRO is_trx_date(cell) AS
  cell = getvariable('trade_date');
CREATE MACRO is_trx_ord2(cell) AS
  regexp_full_match(cell, '[0-9]{1,18}');
CREATE MACRO is_trx_ord1(cell) AS
  regexp_full_match(cell, '[0-9]{1,18}');
CREATE MACRO is_trx_time(cell) AS
  regexp_full_match(cell, '[0-9]{1,6}')
    AND TRY_CAST(cell AS INTEGER) // 10000 < 24
    AND TRY_CAST(cell AS INTEGER) // 100 % 100 < 60
    AND TRY_CAST(cell AS INTEGER) % 100 < 60;
