-- Which revision of a day comes next? Abandoned ones keep their number.
-- result revision INTEGER NOT NULL
SELECT coalesce(max(revision), 0) + 1 AS revision FROM publication WHERE trade_date = :trade_date;
