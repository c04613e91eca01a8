-- Which lines claim a trade number that an earlier line gave to another trade?
SELECT
  (row + 2)::BIGINT AS line,
  'TRX_CODE' AS column_name,
  trade_no AS value,
  format('is the trade number of line {} too, which says something else', first_row + 2) AS reason,
  count(*) OVER () AS total
FROM repeated_trades
WHERE NOT is_same
ORDER BY line
LIMIT $limit;
