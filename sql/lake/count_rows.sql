-- How many rows were read, how many are bad, how many repeat an earlier one?
SELECT
  (SELECT count(*) FROM raw_trades) AS rows,
  (SELECT count(*) FROM repeated_trades WHERE is_same) AS duplicates;
