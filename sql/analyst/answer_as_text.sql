-- The question's answer as DuckDB itself writes it, which is exact for every type.
SELECT COLUMNS(*)::VARCHAR FROM query(getvariable('question'));
