-- What was a file of several days, or of one stock, when it was read?
SELECT * FROM official_archive WHERE source = :source;
