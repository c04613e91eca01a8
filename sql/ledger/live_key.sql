-- What limits the use of this key, if it is not revoked yet, and what is the plan of its account?
SELECT
  key_id, account_id, name, scopes, expires_at, revoked_at, allowed_ips, max_units, link, masked,
  plan, period_start, period_end, requests_per_minute, units, keys, term_days,
  suspended_at, granted_window, granted_units
FROM api_key JOIN account USING (account_id)
WHERE key_id = :key_id AND (revoked_at IS NULL OR revoked_at > :now);
