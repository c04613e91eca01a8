-- How many rows repeat an earlier one? Run this only if no trade number has conflicting rows.
SELECT count(*) AS repeated FROM repeated_trades;
