-- Which comparisons does a revision have? The newest is the first.
SELECT * FROM official_check WHERE trade_date = :trade_date AND revision = :revision ORDER BY check_id DESC;
