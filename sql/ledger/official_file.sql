-- Which content of a file was compared last, and which check has its result?
SELECT file.*, check_id FROM official_file AS file
JOIN official_check USING (trade_date, revision, official_sha256)
WHERE file.source = :source;
