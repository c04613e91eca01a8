-- Writes all committed data to another file, in one read transaction.
VACUUM INTO :path;
