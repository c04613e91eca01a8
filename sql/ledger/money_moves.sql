-- Which movements of money were made in a time range, with the order and the reason of each, oldest first?
-- result plan TEXT NOT NULL
-- result provider TEXT NOT NULL
SELECT
  move_id, moved_at, money_move.account_id, money_move.order_id, money_move.payment_reference, source, target, amount_idr,
  recorded_at, actor, action, audit_log.reason, details, email,
  coalesce(billing_order.plan, '') AS plan, coalesce(provider, '') AS provider
FROM money_move
JOIN audit_log USING (audit_id)
JOIN account ON account.account_id = money_move.account_id
LEFT JOIN billing_order ON billing_order.order_id = money_move.order_id
WHERE moved_at >= :since AND moved_at < :until
ORDER BY move_id;
