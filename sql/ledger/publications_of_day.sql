-- Which revisions of a day were published so far, in order? Their files are kept unless `deleted_at` is set.
SELECT * FROM publication WHERE trade_date = :trade_date AND number IS NOT NULL ORDER BY number;
