-- Which comparisons were recorded from a number on?
SELECT * FROM official_check WHERE check_id >= :check_id ORDER BY check_id;
