INSERT INTO account (
  account_id, email, plan, months, series, period_start, period_end, period_price_idr, created_at,
  requests_per_minute, units, keys, term_days
) VALUES (
  :account_id, :email, :plan, :months, :series, :period_start, :period_end, :period_price_idr, :created_at,
  :requests_per_minute, :units, :keys, :term_days
);
