-- Which tables, indexes and triggers are there?
SELECT type || ' ' || name AS name FROM sqlite_schema;
