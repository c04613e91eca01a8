-- A day is compared with days at most 30 days away: see days_around.postgres.sql.
DELETE FROM day_facts
WHERE trade_date NOT BETWEEN to_char(CAST(CAST(:trade_date AS TEXT) AS DATE) - 30, 'YYYY-MM-DD')
  AND to_char(CAST(CAST(:trade_date AS TEXT) AS DATE) + 30, 'YYYY-MM-DD');
