-- Records what was paid for an order that is not applied.
-- :paid_at TEXT NOT NULL
-- :payment_reference TEXT NOT NULL
UPDATE billing_order
SET
  state = 'paid', reason = NULL, settled_at = NULL, paid_at = :paid_at, paid_idr = :paid_idr,
  payment_reference = coalesce(:payment_reference, payment_reference)
WHERE order_id = :order_id AND state IN ('pending', 'cancelled', 'paid', 'paid_not_applied');
