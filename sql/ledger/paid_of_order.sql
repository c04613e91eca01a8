-- When was an order paid last, how much in all, and with which payment was it recorded last? Without payments that were not made. The sum is
-- null with a payment in another currency.
-- result paid_at TEXT
-- result made_idr INTEGER
-- result payment_reference TEXT
SELECT
  max(paid_at) AS paid_at,
  CAST(CASE WHEN count(*) = count(paid_idr) THEN sum(paid_idr) END AS BIGINT) AS made_idr,
  (
    SELECT payment_reference FROM payment AS newest
    WHERE newest.order_id = :order_id AND newest.voided_at IS NULL
    ORDER BY payment_id DESC LIMIT 1
  ) AS payment_reference
FROM payment
WHERE order_id = :order_id AND voided_at IS NULL
HAVING count(*) > 0;
