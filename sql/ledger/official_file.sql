-- Which content of a file was compared last, and which check has its result?
-- result check_id INTEGER NOT NULL
SELECT file.*, max(check_id) AS check_id FROM official_file AS file
JOIN official_check USING (trade_date, revision, official_sha256)
WHERE file.source = :source
GROUP BY file.source, file.stamp, file.trade_date, file.revision, file.official_sha256;
