-- How many rows have a cell that breaks the rule of its column?
SELECT count(*) AS bad_rows FROM bad_rows;
