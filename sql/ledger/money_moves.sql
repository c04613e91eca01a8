-- Which movements of money were made in a time range, with the payment, the order and the reason of each, oldest first?
-- result plan TEXT NOT NULL
-- result method TEXT NOT NULL MoneySource
SELECT
  move_id, moved_at, money_move.account_id, money_move.order_id, payment.payment_reference, source, target, amount_idr,
  audit_log.recorded_at, actor, action, audit_log.reason, details, email,
  coalesce(billing_order.plan, '') AS plan, payment.provider AS method
FROM money_move
JOIN payment ON payment.payment_id = money_move.payment_id
JOIN audit_log ON audit_log.audit_id = money_move.audit_id
JOIN account ON account.account_id = money_move.account_id
LEFT JOIN billing_order ON billing_order.order_id = money_move.order_id
WHERE moved_at >= :since AND moved_at < :until
ORDER BY move_id;
