-- Records a movement of money: in the books as of its time or, if that month is closed, as of the time of its recording.
-- :audit_id INTEGER NOT NULL
-- :moved_at TEXT NOT NULL
INSERT INTO money_move (audit_id, account_id, order_id, payment_id, source, target, amount_idr, moved_at, booked_at)
VALUES (
  :audit_id, :account_id, :order_id, :payment_id, :source, :target, :amount_idr, :moved_at,
  (
    SELECT CASE WHEN :moved_at >= ends_at THEN :moved_at WHEN recorded_at >= ends_at THEN recorded_at ELSE ends_at END
    FROM audit_log CROSS JOIN (SELECT coalesce(max(ends_at), '') AS ends_at FROM closed_month) AS closed
    WHERE audit_log.audit_id = :audit_id
  )
);
