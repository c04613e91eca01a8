-- By which definition were the files of measure_day computed?
SELECT definition FROM measure_file ORDER BY measure_file_id LIMIT 1;
