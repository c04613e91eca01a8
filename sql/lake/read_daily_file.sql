-- Every line of the daily file after its header, as text and in its order: DuckDB's own conversions would accept
-- `9750000.7` as a share count. A line with too few or too many cells, or not in UTF-8, goes to reject_errors.
CREATE TABLE raw_trades AS
SELECT
  TRX_CODE, TRX_SESS, TRX_TYPE, BRK_COD2, INV_TYP2, BRK_COD1, INV_TYP1,
  STK_CODE, STK_VOLM, STK_PRIC, TRX_DATE, TRX_ORD2, TRX_ORD1, TRX_TIME
FROM read_csv(
  $csv,
  columns = $columns,
  auto_detect = false,
  header = false,
  skip = 1,
  delim = ';',
  quote = '',
  escape = '',
  comment = '',
  -- No cell is null: none can hold a NUL byte.
  nullstr = chr(0),
  new_line = '\n',
  encoding = 'utf-8',
  strict_mode = true,
  max_line_size = 65536,
  store_rejects = true,
  -- A short line is rejected once for each cell it lacks, with a copy of itself: without a limit, a wrong file fills the memory.
  rejects_limit = 20000
);
