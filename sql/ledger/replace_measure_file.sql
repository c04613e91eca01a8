-- Notes that a damaged file of measure_day was written again, in all versions that have it.
-- :sha256 TEXT NOT NULL
-- :trade_date TEXT NOT NULL
-- :replaced TEXT NOT NULL
UPDATE measure_file SET sha256 = :sha256 WHERE trade_date = :trade_date AND sha256 = :replaced;
