-- Which comparison is the last of all days? 0 if there is none.
-- result check_id INTEGER NOT NULL
SELECT coalesce(max(check_id), 0) AS check_id FROM official_check;
