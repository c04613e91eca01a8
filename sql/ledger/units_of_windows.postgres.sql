-- How many units did accounts use in these windows, a JSON array of {account_id, window}?
SELECT account_usage.account_id, units
FROM jsonb_array_elements(CAST(CAST(:windows AS TEXT) AS JSONB)) AS wanted
JOIN account_usage
  ON account_usage.account_id = wanted ->> 'account_id' AND quota_window = wanted ->> 'window';
