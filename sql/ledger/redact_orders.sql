-- Removes the texts of orders that no accounting needs.
UPDATE billing_order SET payment_url = NULL, idempotency_key = NULL WHERE account_id = :account_id;
