-- Notes that a version replaces earlier files of the days that it has files of.
-- :version INTEGER NOT NULL
-- :removed_at TEXT NOT NULL
UPDATE measure_file SET removed_in = :version, removed_at = :removed_at
WHERE removed_in IS NULL AND added_in < :version
  AND trade_date IN (SELECT newer.trade_date FROM measure_file AS newer WHERE newer.added_in = :version);
