-- How does DuckDB read this SQL? As JSON; the SQL is not run. Of anything but SELECT it says that it cannot.
SELECT json_serialize_sql($text::VARCHAR) AS tree;
