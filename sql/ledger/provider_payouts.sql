-- What did payment providers pay out and keep in a time range?
-- result paid_out_idr INTEGER NOT NULL
-- result fees_idr INTEGER NOT NULL
SELECT CAST(coalesce(sum(amount_idr), 0) AS BIGINT) AS paid_out_idr, CAST(coalesce(sum(fee_idr), 0) AS BIGINT) AS fees_idr
FROM provider_payout
WHERE booked_at >= :since AND booked_at < :until;
