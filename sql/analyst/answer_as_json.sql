-- The rows of the query with each cell as JSON, numbers with all digits; then a row that marks the end.
SELECT false AS "the end of the answer", to_json(COLUMNS(*))::VARCHAR FROM query(getvariable('query'))
UNION ALL BY NAME
SELECT true AS "the end of the answer";
