-- Notes that the measures of all publications up to one are in force.
-- :publications INTEGER NOT NULL
-- :measured_at TEXT NOT NULL
UPDATE publication SET measured_at = :measured_at WHERE number <= :publications AND measured_at IS NULL;
