-- Which published days are nearest to a day? The last 5 within the 30 days before it, nearest first. If there are none, the first 5 within
-- the 30 days after it.
WITH before AS (
  SELECT * FROM publication
  WHERE state = 'published' AND trade_date < :trade_date
    AND trade_date >= to_char(CAST(CAST(:trade_date AS TEXT) AS DATE) - 30, 'YYYY-MM-DD')
  ORDER BY trade_date DESC LIMIT 5
),
after AS (
  SELECT * FROM publication
  WHERE state = 'published' AND trade_date > :trade_date
    AND trade_date <= to_char(CAST(CAST(:trade_date AS TEXT) AS DATE) + 30, 'YYYY-MM-DD')
  ORDER BY trade_date LIMIT 5
)
SELECT * FROM before
UNION ALL
SELECT * FROM after WHERE NOT EXISTS (SELECT 1 FROM before);
