-- The question's answer in types that Arrow has; and a row that says that it is whole.
SELECT false AS "the end of the answer", * FROM query(getvariable('written_question'))
UNION ALL BY NAME
SELECT true AS "the end of the answer";
