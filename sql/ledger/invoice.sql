-- Which invoice or credit note has this number?
SELECT * FROM invoice WHERE number = :number;
