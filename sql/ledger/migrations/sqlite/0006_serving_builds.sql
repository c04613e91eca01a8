-- Counts how often the file of a year was built or replaced. Servers open a file again when its count changes.
ALTER TABLE serving_file ADD COLUMN build INTEGER NOT NULL DEFAULT 1;
