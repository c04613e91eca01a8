-- How many rows have a cell that is not what its column must hold?
SELECT count(*) AS bad_rows FROM bad_rows;
