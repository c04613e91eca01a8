-- The trades of a file that was read by the slow path, without repeated rows.
CREATE VIEW kept_rows AS FROM raw_trades WHERE rowid NOT IN (SELECT row FROM repeated_trades);

CREATE TABLE clean_trades AS FROM typed_trades('kept_rows');

DROP TABLE raw_trades;
