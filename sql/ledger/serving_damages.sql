-- Which serving files were found damaged, newest first?
SELECT file_name, problem, found_at, failure, rebuilt_at FROM serving_damage ORDER BY damage_id DESC;
