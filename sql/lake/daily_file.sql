-- Every line of the daily file after its header, with cells of these types. A line with too few or too many cells, invalid UTF-8 or a
-- cell of another type goes to the rejects table.
CREATE MACRO daily_file(types, rejects) AS TABLE
FROM read_csv(
  getvariable('csv'),
  columns = types,
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
  rejects_table = rejects,
  rejects_scan = rejects || '_scan',
  -- A short line is rejected once per missing cell, with a copy of itself. Without a limit, a wrong file fills the memory.
  rejects_limit = 20000
);
