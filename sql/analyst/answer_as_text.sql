-- The question's answer as DuckDB itself writes it, which is exact for every type; and a row that says that it is whole.
SELECT false AS "the end of the answer", COLUMNS(*)::VARCHAR FROM query(getvariable('question'))
UNION ALL BY NAME
SELECT true AS "the end of the answer";
