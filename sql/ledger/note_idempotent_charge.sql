-- A charge with an Idempotency-Key, in the place of an expired one.
INSERT INTO idempotent_charge (account_id, idempotency_key, request_sha256, charged_at)
VALUES (:account_id, :idempotency_key, :request_sha256, :charged_at)
ON CONFLICT (account_id, idempotency_key) DO UPDATE SET
  request_sha256 = excluded.request_sha256,
  charged_at = excluded.charged_at;
