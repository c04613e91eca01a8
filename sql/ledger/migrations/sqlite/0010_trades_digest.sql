-- Says which trades a revision has, whatever the order and the format of its daily file. NULL for revisions from before this column.
ALTER TABLE publication ADD COLUMN trades_digest TEXT;
