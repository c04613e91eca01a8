-- Which number does the next document of a kind and a year get?
-- result sequence INTEGER NOT NULL
SELECT coalesce(max(sequence), 0) + 1 AS sequence FROM invoice WHERE kind = :kind AND year = :year;
