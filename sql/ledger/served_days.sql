-- Which published days are in the serving files in force? A new day is not, until the file of its month is built; a
-- corrected day is, with the revision that the file contains.
-- result verified INTEGER
-- result compared TEXT
SELECT
  trade_date, revision, number, published_at, trades_rows, value,
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
WHERE revision = (
  SELECT max(revision) FROM publication
  WHERE trade_date = day.trade_date AND number <= last_publication
) AND EXISTS (SELECT 1 FROM publication WHERE trade_date = day.trade_date AND state = 'published')
ORDER BY trade_date;
