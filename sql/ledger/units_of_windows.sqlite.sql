-- How many units did accounts use in these windows, a JSON array of {account_id, window}?
SELECT account_usage.account_id, units
FROM json_each(:windows) AS wanted
JOIN account_usage
  ON account_usage.account_id = wanted.value ->> 'account_id' AND quota_window = wanted.value ->> 'window';
