-- Which files of measure_day were written so far? Those of a publication that is not measured yet are the work of an unfinished run.
SELECT * FROM measure_file ORDER BY trade_date, added_in;
