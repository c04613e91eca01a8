-- How many units did accounts use in these windows, a line `account_id|window` for each?
SELECT account_usage.account_id, units
FROM unnest(string_to_array(CAST(:windows AS TEXT), chr(10))) AS wanted (line)
JOIN account_usage
  ON account_usage.account_id = split_part(line, '|', 1) AND quota_window = split_part(line, '|', 2);
