-- Which serving file is current for each month, and which days and how many publications does it contain? A day that was published after its
-- build is not in it.
-- result days TEXT NOT NULL
SELECT
  month, file_name, sha256, build, built_at,
  (
    SELECT coalesce(group_concat(DISTINCT trade_date), '') FROM publication AS day
    WHERE trade_date BETWEEN month || '-01' AND month || '-31' AND number <= last_publication
      AND EXISTS (SELECT 1 FROM publication WHERE trade_date = day.trade_date AND state = 'published')
  ) AS days,
  publications
FROM serving_file
ORDER BY month;
