-- The question's answer, each cell as JSON; numbers have all their digits.
SELECT to_json(COLUMNS(*))::VARCHAR FROM query(getvariable('question'));
