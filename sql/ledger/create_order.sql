INSERT INTO billing_order (
  order_id, account_id, kind, plan, months, offer_id, price_idr, credit_idr, charge_idr, balance_idr, owed_idr, credited_period,
  state, provider, idempotency_key, created_at, expires_at, ask_at
) VALUES (
  :order_id, :account_id, :kind, :plan, :months, :offer_id, :price_idr, :credit_idr, :charge_idr, :balance_idr, :owed_idr,
  :credited_period, 'pending', :provider, :idempotency_key, :created_at, :expires_at, :ask_at
);
