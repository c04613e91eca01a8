-- What was last seen of one source file?
SELECT * FROM source_file WHERE source = :source;
