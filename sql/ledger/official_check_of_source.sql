-- What was the last comparison with a file?
SELECT * FROM official_check WHERE source = :source ORDER BY check_id DESC LIMIT 1;
