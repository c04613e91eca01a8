-- Forgets all files of measure_day, because their definition has changed.
DELETE FROM measure_file;
