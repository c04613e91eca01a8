-- Forgets the files of an unfinished run for other publications than the newest one.
-- :measured INTEGER NOT NULL
-- :publications INTEGER NOT NULL
DELETE FROM measure_file WHERE added_in > :measured AND added_in < :publications;
