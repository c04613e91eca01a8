-- Which revisions were published so far, in the order of their numbers? Their files are kept unless `deleted_at` is set.
SELECT * FROM publication WHERE number IS NOT NULL ORDER BY number;
