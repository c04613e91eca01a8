-- Which serving file is current for each year?
SELECT year, file_name, sha256, build, built_at FROM serving_file ORDER BY year;
