-- Writes all that is committed to another file, in one read transaction.
VACUUM INTO :path;
