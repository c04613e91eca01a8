-- Which lines could not be split into cells, and why? One row per line. `code` and `detail` are those of src/core/market/file-causes.ts.
SELECT
  line::BIGINT AS line,
  any_value(csv_line) AS value,
  arg_min(CASE error_type
    WHEN 'MISSING COLUMNS' THEN 'line_few_cells'
    WHEN 'TOO MANY COLUMNS' THEN 'line_many_cells'
    WHEN 'INVALID ENCODING' THEN 'line_not_utf8'
    WHEN 'LINE SIZE OVER MAXIMUM' THEN 'line_too_long'
    ELSE 'line_unreadable'
  END, error_type) AS code,
  arg_min(CASE
    WHEN error_type NOT IN ('MISSING COLUMNS', 'TOO MANY COLUMNS', 'INVALID ENCODING', 'LINE SIZE OVER MAXIMUM') THEN error_message
    ELSE ''
  END, error_type) AS detail
FROM reject_errors
GROUP BY line
ORDER BY line
LIMIT $limit;
