-- The rows of the query as DuckDB casts them to text, which is exact for every type.
SELECT COLUMNS(*)::VARCHAR FROM query(getvariable('query'));
