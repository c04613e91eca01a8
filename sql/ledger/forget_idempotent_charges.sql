-- Expired charges. A few at a time, because this runs in the transaction of a charge.
DELETE FROM idempotent_charge
WHERE (account_id, idempotency_key) IN (
  SELECT account_id, idempotency_key FROM idempotent_charge WHERE charged_at <= :until LIMIT 10
);
