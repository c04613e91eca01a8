-- Charges whose request had an Idempotency-Key. The same request with the same key is not charged again within 24 hours.
CREATE TABLE idempotent_charge (
  account_id TEXT NOT NULL,
  idempotency_key TEXT NOT NULL,
  request_sha256 TEXT NOT NULL,
  charged_at TEXT NOT NULL,
  PRIMARY KEY (account_id, idempotency_key)
) STRICT, WITHOUT ROWID;

CREATE INDEX idempotent_charge_by_time ON idempotent_charge (charged_at);
