-- The rows of the query in types that Arrow has; then a row that marks the end.
SELECT false AS "the end of the answer", * FROM query(getvariable('written_query'))
UNION ALL BY NAME
SELECT true AS "the end of the answer";
