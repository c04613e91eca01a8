-- How many units did accounts use in these windows, a line `account_id|window` for each?
-- :windows TEXT NOT NULL
SELECT account_usage.account_id, units
FROM json_each('["' || replace(:windows, char(10), '","') || '"]') AS wanted
JOIN account_usage
  ON account_usage.account_id = substr(wanted.value, 1, instr(wanted.value, '|') - 1)
  AND quota_window = substr(wanted.value, instr(wanted.value, '|') + 1);
