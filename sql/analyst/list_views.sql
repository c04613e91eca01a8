-- Which views are there, with which columns, in which units?
SELECT table_name AS view, column_name AS column, data_type AS type, coalesce(columns.comment, '') AS meaning
FROM duckdb_columns() AS columns
WHERE NOT internal
ORDER BY view, column_index;
