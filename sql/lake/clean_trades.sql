-- The typed trades of a file without errors, by the fast path; nearly all files have no errors. A row with a wrong cell is marked. Its
-- file is then read by the slow path, which finds the errors.
CREATE TABLE clean_trades AS FROM typed_trades('daily_file');
