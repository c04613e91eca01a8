-- What was recorded of a payout of a payment provider?
-- result amount_idr INTEGER NOT NULL
-- result fee_idr INTEGER NOT NULL
-- result records INTEGER NOT NULL
SELECT
  CAST(coalesce(sum(amount_idr), 0) AS BIGINT) AS amount_idr, CAST(coalesce(sum(fee_idr), 0) AS BIGINT) AS fee_idr, count(*) AS records
FROM provider_payout
WHERE provider = :provider AND reference = :reference;
