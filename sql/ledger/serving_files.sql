-- Which serving file is current for each month?
SELECT month, file_name, sha256, build, built_at FROM serving_file ORDER BY month;
