-- The trades, typed as they are read: the quick way for a file without a fault, which nearly all are. A row with a wrong cell says so, and
-- the file is then read the long way, which can tell what is wrong.
CREATE TABLE clean_trades AS FROM typed_trades('daily_file');
