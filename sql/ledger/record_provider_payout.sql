-- Records a payout of a payment provider, or the correction of one, in the books as a movement of money.
-- :audit_id INTEGER NOT NULL
-- :paid_at TEXT NOT NULL
INSERT INTO provider_payout (provider, reference, amount_idr, fee_idr, paid_at, audit_id, booked_at)
VALUES (
  :provider, :reference, :amount_idr, :fee_idr, :paid_at, :audit_id,
  (
    SELECT CASE WHEN :paid_at >= ends_at THEN :paid_at WHEN recorded_at >= ends_at THEN recorded_at ELSE ends_at END
    FROM audit_log CROSS JOIN (SELECT coalesce(max(ends_at), '') AS ends_at FROM closed_month) AS closed
    WHERE audit_log.audit_id = :audit_id
  )
);
