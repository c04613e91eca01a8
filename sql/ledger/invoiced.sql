-- How much was invoiced in a time range less its credit notes, and which tax is in it?
-- :since TEXT NOT NULL
-- :until TEXT NOT NULL
-- result invoiced_idr INTEGER NOT NULL
-- result tax_idr INTEGER NOT NULL
SELECT
  CAST(coalesce(sum(CASE kind WHEN 'invoice' THEN total_idr ELSE -total_idr END), 0) AS BIGINT) AS invoiced_idr,
  CAST(coalesce(sum(CASE kind WHEN 'invoice' THEN tax_idr ELSE -tax_idr END), 0) AS BIGINT) AS tax_idr
FROM invoice WHERE issued_at >= :since AND issued_at < :until;
