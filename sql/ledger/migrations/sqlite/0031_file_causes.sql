-- The reason of a rejected or held file as codes with their values, as JSON; null for files of earlier versions.
ALTER TABLE source_file ADD COLUMN causes TEXT;
