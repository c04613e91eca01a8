-- Every line of the daily file after its header, as text: DuckDB's own conversions would accept `9750000.7` as a share count. A line with
-- too few or too many cells, or invalid UTF-8, goes to reject_errors.
CREATE VIEW daily_file AS
FROM read_csv(
  getvariable('csv'),
  columns = getvariable('columns'),
  auto_detect = false,
  header = false,
  skip = 1,
  delim = ';',
  quote = '',
  escape = '',
  comment = '',
  -- No cell is null, because no cell can contain a NUL byte.
  nullstr = chr(0),
  new_line = '\n',
  encoding = 'utf-8',
  strict_mode = true,
  max_line_size = 65536,
  store_rejects = true,
  -- A short line is rejected once per missing cell, with a copy of itself. Without a limit, a wrong file fills the memory.
  rejects_limit = 20000
);
