-- Which movements of money are in the books of a time range, with the payment, the order, the invoice and the reason of each, oldest
-- first?
-- result plan TEXT NOT NULL
-- result method TEXT NOT NULL MoneySource
-- result invoice_number TEXT
SELECT
  move_id, booked_at, moved_at, audit_log.recorded_at, money_move.account_id, email, money_move.order_id, invoice.number AS invoice_number,
  coalesce(billing_order.plan, '') AS plan, payment.provider AS method, payment.payment_reference, source, target, amount_idr,
  actor, action, audit_log.reason, details
FROM money_move
JOIN payment ON payment.payment_id = money_move.payment_id
JOIN audit_log ON audit_log.audit_id = money_move.audit_id
JOIN account ON account.account_id = money_move.account_id
LEFT JOIN billing_order ON billing_order.order_id = money_move.order_id
LEFT JOIN invoice ON invoice.audit_id = money_move.audit_id AND (
  (target = 'applied' AND invoice.kind = 'invoice') OR (source = 'applied' AND invoice.kind = 'credit_note')
)
WHERE booked_at >= :since AND booked_at < :until
ORDER BY booked_at, move_id;
