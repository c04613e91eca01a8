-- Which contents was a revision compared with? The newest comparison is the first.
SELECT source, official_sha256 FROM official_check
WHERE trade_date = :trade_date AND revision = :revision
ORDER BY check_id DESC;
