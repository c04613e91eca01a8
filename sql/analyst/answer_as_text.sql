-- The rows of the query as DuckDB casts them to text, which is exact for every type; then a row that marks the end.
SELECT false AS "the end of the answer", COLUMNS(*)::VARCHAR FROM query(getvariable('query'))
UNION ALL BY NAME
SELECT true AS "the end of the answer";
