-- Which trade numbers appear again on a later line with a different trade? The first such line of each, and the number of lines.
SELECT
  (min(row) + 2)::BIGINT AS line,
  'TRX_CODE' AS column_name,
  any_value(trade_no) AS value,
  'trade_conflict' AS code,
  (first_row + 2)::VARCHAR AS detail,
  count(*) AS rows,
  (sum(count(*)) OVER ())::BIGINT AS total
FROM repeated_trades
WHERE NOT is_same
GROUP BY first_row
ORDER BY line
LIMIT $limit;
