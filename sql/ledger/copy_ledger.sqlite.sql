-- Writes all committed data to another file, in one read transaction.
-- :path TEXT NOT NULL
VACUUM INTO :path;
