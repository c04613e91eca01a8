-- How many days and corrections were published since the beginning? A publication is never deleted.
-- result publications INTEGER NOT NULL
SELECT coalesce(max(number), 0) AS publications FROM publication;
