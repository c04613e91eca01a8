-- Which lines could not be split into cells, and why? One row per line.
SELECT
  line::BIGINT AS line,
  any_value(csv_line) AS value,
  any_value(CASE error_type
    WHEN 'MISSING COLUMNS' THEN 'has fewer cells than the header'
    WHEN 'TOO MANY COLUMNS' THEN 'has more cells than the header'
    WHEN 'INVALID ENCODING' THEN 'is not UTF-8'
    WHEN 'LINE SIZE OVER MAXIMUM' THEN 'is longer than 65,536 bytes'
    ELSE 'could not be read: ' || error_message
  END) AS reason
FROM reject_errors
GROUP BY line
ORDER BY line
LIMIT $limit;
