-- How many trades have the published days nearest to a day, up to 5 on each side?
SELECT trades_rows FROM (
  SELECT trades_rows FROM publication
  WHERE state = 'published' AND trade_date < :trade_date ORDER BY trade_date DESC LIMIT 5
) AS before
UNION ALL
SELECT trades_rows FROM (
  SELECT trades_rows FROM publication
  WHERE state = 'published' AND trade_date > :trade_date ORDER BY trade_date LIMIT 5
) AS after;
