-- The question's answer, each cell as JSON, numbers with all their digits; and a row that says that it is whole.
SELECT false AS "the end of the answer", to_json(COLUMNS(*))::VARCHAR FROM query(getvariable('question'))
UNION ALL BY NAME
SELECT true AS "the end of the answer";
