-- Which money of customers did each payment provider receive before a time, less what it returned, and what did it pay out and keep? Credit
-- is paid out by the operator.
-- :at TEXT NOT NULL
-- result provider TEXT NOT NULL
-- result received_idr INTEGER NOT NULL
-- result paid_out_idr INTEGER NOT NULL
SELECT
  provider, CAST(sum(received_idr) AS BIGINT) AS received_idr, CAST(sum(paid_out_idr) AS BIGINT) AS paid_out_idr
FROM (
  SELECT
    provider, 0 AS paid_out_idr,
    CASE WHEN source IN ('customer', 'returned') THEN amount_idr ELSE 0 END
    - CASE WHEN target IN ('customer', 'returned') THEN amount_idr ELSE 0 END AS received_idr
  FROM money_move
  JOIN payment ON payment.payment_id = money_move.payment_id
  JOIN audit_log ON audit_log.audit_id = money_move.audit_id
  WHERE provider IN ('midtrans', 'xendit') AND action <> 'credit.paid_out' AND booked_at < :at
  UNION ALL
  SELECT provider, amount_idr + fee_idr, 0 FROM provider_payout WHERE booked_at < :at
) AS entry
GROUP BY provider
ORDER BY provider;
