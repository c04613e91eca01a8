-- Corrects the time of the newest payment of an order, and of payments that would be later.
-- :paid_at TEXT NOT NULL
UPDATE payment SET paid_at = :paid_at
WHERE
  order_id = :order_id AND voided_at IS NULL
  AND (
    paid_at > :paid_at
    OR paid_at = (SELECT max(newest.paid_at) FROM payment AS newest WHERE newest.order_id = :order_id AND newest.voided_at IS NULL)
  );
