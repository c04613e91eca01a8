-- A question that takes minutes and little memory.
SELECT sum(hash(range * 7)) FROM range(200000000000) WHERE len($files) > 0 AND $from < $to;
