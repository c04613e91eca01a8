-- What is the last comparison of each published day?
SELECT day_check.* FROM official_check AS day_check
JOIN publication USING (trade_date, revision)
WHERE state = 'published' AND NOT EXISTS (
  SELECT 1 FROM official_check AS later
  WHERE later.trade_date = day_check.trade_date AND later.revision = day_check.revision
    AND later.check_id > day_check.check_id
)
ORDER BY trade_date;
