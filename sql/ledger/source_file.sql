-- What was the result of the last check of a source file?
SELECT * FROM source_file WHERE source = :source;
