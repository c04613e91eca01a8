-- A day is compared with days at most 30 days away: see days_around.sqlite.sql.
-- :trade_date TEXT NOT NULL
DELETE FROM day_facts
WHERE trade_date NOT BETWEEN date(:trade_date, '-30 days') AND date(:trade_date, '+30 days');
