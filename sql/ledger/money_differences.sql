-- Where do the books of a time range differ from the invoices and credit notes that were issued, and from the payments that were recorded?
-- :since TEXT NOT NULL
-- :until TEXT NOT NULL
-- result compared TEXT NOT NULL
-- result account_id TEXT
-- result order_id TEXT
-- result booked_idr INTEGER NOT NULL
-- result stated_idr INTEGER NOT NULL
SELECT
  'invoices' AS compared, account_id, order_id, CAST(sum(moved_idr) AS BIGINT) AS booked_idr,
  CAST(sum(invoiced_idr) AS BIGINT) AS stated_idr
FROM (
  SELECT audit_id, account_id, order_id, CASE target WHEN 'applied' THEN amount_idr ELSE -amount_idr END AS moved_idr, 0 AS invoiced_idr
  FROM money_move WHERE booked_at >= :since AND booked_at < :until AND 'applied' IN (source, target)
  UNION ALL
  SELECT audit_id, account_id, order_id, 0, CASE kind WHEN 'invoice' THEN total_idr ELSE -total_idr END
  FROM invoice WHERE issued_at >= :since AND issued_at < :until
) AS entry
GROUP BY audit_id, account_id, order_id
HAVING sum(moved_idr) <> sum(invoiced_idr)
UNION ALL
SELECT 'payments', account_id, order_id, booked_idr, stated_idr
FROM (
  SELECT
    account_id, order_id, coalesce(paid_idr, 0) AS stated_idr,
    CAST(coalesce((
      SELECT sum(amount_idr) FROM money_move WHERE money_move.payment_id = payment.payment_id AND source = 'customer'
    ), 0) AS BIGINT) AS booked_idr
  FROM payment WHERE recorded_at >= :since AND recorded_at < :until
  UNION ALL
  SELECT
    account_id, order_id, -coalesce(paid_idr, 0),
    CAST(-coalesce((
      SELECT sum(amount_idr) FROM money_move WHERE money_move.payment_id = payment.payment_id AND target = 'customer'
    ), 0) AS BIGINT)
  FROM payment WHERE voided_at >= :since AND voided_at < :until
) AS paid
WHERE booked_idr <> stated_idr;
