-- The brokers of the file, in the order of their numbers.
SELECT code FROM broker ORDER BY broker_id;
