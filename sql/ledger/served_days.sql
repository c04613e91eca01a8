-- Which published days are in the serving files in force? A new day is not, until the file of its month is built; a corrected day still is.
SELECT
  trade_date, revision, published_at, trades_rows, value,
  (
    SELECT CAST(differences = 0 AS INTEGER) FROM official_check
    WHERE official_check.trade_date = day.trade_date AND official_check.revision = day.revision
    ORDER BY check_id DESC LIMIT 1
  ) AS verified,
  (
    SELECT compared FROM official_check
    WHERE official_check.trade_date = day.trade_date AND official_check.revision = day.revision
    ORDER BY check_id DESC LIMIT 1
  ) AS compared
FROM publication AS day
JOIN serving_file ON month = substr(trade_date, 1, 7)
WHERE state = 'published' AND (
  published_at <= built_at
  OR EXISTS (
    SELECT 1 FROM publication AS earlier
    WHERE earlier.trade_date = day.trade_date AND earlier.state = 'replaced' AND earlier.published_at <= built_at
  )
)
ORDER BY trade_date;
