-- Notes that a damaged file of measure_day was written again.
-- :measure_file_id INTEGER NOT NULL
-- :sha256 TEXT NOT NULL
UPDATE measure_file SET sha256 = :sha256 WHERE measure_file_id = :measure_file_id;
