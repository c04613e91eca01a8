-- What was the last comparison of each revision at a time?
-- :known_at TEXT NOT NULL
-- result verified INTEGER NOT NULL
SELECT trade_date, revision, CAST(differences = 0 AS INTEGER) AS verified, compared FROM official_check AS day_check
WHERE checked_at <= :known_at AND NOT EXISTS (
  SELECT 1 FROM official_check AS later
  WHERE later.trade_date = day_check.trade_date AND later.revision = day_check.revision
    AND later.check_id > day_check.check_id AND later.checked_at <= :known_at
);
