-- Which tables, indexes and triggers are there?
-- result name TEXT NOT NULL
SELECT type || ' ' || name AS name FROM sqlite_schema;
