-- How many rows repeat an earlier one? To be asked when none of them says something else.
SELECT count(*) AS repeated FROM repeated_trades;
