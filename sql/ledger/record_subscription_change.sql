INSERT INTO subscription_change (
  account_id, kind, order_id, changed_at, old_plan, old_period_start, old_period_end,
  plan, months, series, period_start, period_end, period_price_idr, requests_per_minute, units, keys, term_days,
  price_idr, credit_idr, charge_idr
) VALUES (
  :account_id, :kind, :order_id, :changed_at, :old_plan, :old_period_start, :old_period_end,
  :plan, :months, :series, :period_start, :period_end, :period_price_idr, :requests_per_minute, :units, :keys, :term_days,
  :price_idr, :credit_idr, :charge_idr
);
