-- How many days and corrections were published since the beginning? A publication is never deleted.
-- result publications INTEGER NOT NULL
SELECT count(published_at) AS publications FROM publication;
