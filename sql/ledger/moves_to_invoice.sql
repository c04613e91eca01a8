-- For which money that paid a plan without an order, or was taken back from one, is there no invoice or credit note yet, oldest first?
-- With the plan that it paid, and for money that was taken back its invoice.
-- result audit_id INTEGER NOT NULL
-- result account_id TEXT NOT NULL
-- result amount_idr INTEGER NOT NULL
-- result period_end TEXT NOT NULL
-- result document TEXT
SELECT
  money_move.audit_id, audit_log.recorded_at, money_move.account_id, email, money_move.target, money_move.amount_idr, paid_at, given.plan, given.months, given.period_start,
  coalesce(given.period_end, '') AS period_end, invoice.document
FROM money_move
JOIN payment ON payment.payment_id = money_move.payment_id
JOIN audit_log ON audit_log.audit_id = money_move.audit_id
JOIN account ON account.account_id = money_move.account_id
JOIN subscription_change AS given ON given.change_id = (
  SELECT max(change_id) FROM subscription_change
  WHERE subscription_change.account_id = money_move.account_id AND kind IN ('created', 'assignment') AND changed_at <= payment.recorded_at
)
LEFT JOIN money_move AS paying
  ON paying.payment_id = payment.payment_id AND paying.target = 'applied' AND paying.move_id < money_move.move_id
LEFT JOIN invoice ON invoice.audit_id = paying.audit_id AND invoice.kind = 'invoice'
WHERE payment.provider = 'outside' AND 'applied' IN (money_move.source, money_move.target) AND NOT EXISTS (
  SELECT 1 FROM invoice AS issued
  WHERE issued.audit_id = money_move.audit_id
  AND issued.kind = CASE money_move.target WHEN 'applied' THEN 'invoice' ELSE 'credit_note' END
)
ORDER BY money_move.move_id;
