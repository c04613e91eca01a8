-- Which money of customers had payment providers not paid out or returned before a time? Credit is paid out by the operator.
-- :at TEXT NOT NULL
-- result at_provider_idr INTEGER NOT NULL
SELECT
  CAST(coalesce((
    SELECT
      sum(CASE WHEN source IN ('customer', 'returned') THEN amount_idr ELSE 0 END)
      - sum(CASE WHEN target IN ('customer', 'returned') THEN amount_idr ELSE 0 END)
    FROM money_move
    JOIN payment ON payment.payment_id = money_move.payment_id
    JOIN audit_log ON audit_log.audit_id = money_move.audit_id
    WHERE provider IN ('midtrans', 'xendit') AND action <> 'credit.paid_out' AND booked_at < :at
  ), 0) AS BIGINT)
  - CAST(coalesce((SELECT sum(amount_idr + fee_idr) FROM provider_payout WHERE booked_at < :at), 0) AS BIGINT) AS at_provider_idr;
