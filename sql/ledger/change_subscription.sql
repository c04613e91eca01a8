-- Replaces the subscription of an account.
UPDATE account SET
  plan = :plan, months = :months, series = :series,
  period_start = :period_start, period_end = :period_end, period_price_idr = :period_price_idr,
  requests_per_minute = :requests_per_minute, units = :units, keys = :keys, term_days = :term_days
WHERE account_id = :account_id;
