-- A question that takes hours.
SELECT count(*) FROM range(1000000000) AS a, range(1000000000) AS b WHERE len($files) > 0 AND $from < $to AND a.range < b.range;
