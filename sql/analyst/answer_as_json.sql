-- The rows of the query with each cell as JSON, numbers with all digits.
SELECT to_json(COLUMNS(*))::VARCHAR FROM query(getvariable('query'));
