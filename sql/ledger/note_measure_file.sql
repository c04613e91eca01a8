-- Notes a file of measure_day that was written for a publication, again if the first one was damaged.
-- :trade_date TEXT NOT NULL
-- :sha256 TEXT NOT NULL
-- :definition TEXT NOT NULL
-- :added_in INTEGER NOT NULL
-- :written_at TEXT NOT NULL
INSERT INTO measure_file (trade_date, sha256, definition, added_in, written_at)
VALUES (:trade_date, :sha256, :definition, :added_in, :written_at)
ON CONFLICT (trade_date, added_in) DO UPDATE SET sha256 = excluded.sha256, written_at = excluded.written_at;
