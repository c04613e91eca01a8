-- Was a revision compared with this content?
SELECT check_id FROM official_check
WHERE trade_date = :trade_date AND revision = :revision AND official_sha256 = :official_sha256;
