-- What the present period of an account was bought as, and for: renewals and credit included.
ALTER TABLE account ADD COLUMN months INTEGER;
ALTER TABLE account ADD COLUMN period_price_idr INTEGER NOT NULL DEFAULT 0;
-- What the offers of one recurring agreement share.
ALTER TABLE account ADD COLUMN series TEXT;

-- Until now a period was made by the operator, at the prices of that time.
UPDATE account SET months = CAST(round((julianday(period_end) - julianday(period_start)) / 30) AS INTEGER)
WHERE period_end IS NOT NULL;
UPDATE account SET period_price_idr = CASE plan || ' ' || months
  WHEN 'starter 1' THEN 200000 WHEN 'starter 3' THEN 498000 WHEN 'starter 6' THEN 996000
  WHEN 'professional 1' THEN 350000 WHEN 'professional 3' THEN 872000 WHEN 'professional 6' THEN 1743000
  WHEN 'advanced 1' THEN 750000 WHEN 'advanced 3' THEN 1868000 WHEN 'advanced 6' THEN 3735000
  ELSE 0 END
WHERE period_end IS NOT NULL;

-- An offer to one account. Of a recurring one the next is made when it is paid; they share a series.
CREATE TABLE offer (
  offer_id TEXT PRIMARY KEY,
  account_id TEXT NOT NULL REFERENCES account (account_id),
  series TEXT,
  units INTEGER NOT NULL CHECK (units > 0),
  requests_per_minute INTEGER NOT NULL CHECK (requests_per_minute > 0),
  keys INTEGER NOT NULL CHECK (keys > 0),
  price_idr INTEGER NOT NULL CHECK (price_idr >= 0),
  days INTEGER NOT NULL CHECK (days > 0),
  created_at TEXT NOT NULL,
  -- The order that took it.
  taken_by TEXT REFERENCES billing_order (order_id)
) STRICT, WITHOUT ROWID;

CREATE INDEX offer_of_account ON offer (account_id);

--   pending           waits for its payment, until expires_at
--   paid              the payment is recorded and not yet applied: a crash may come between
--   applied           the account has what was bought
--   paid_not_applied  paid, and by then it did not fit any more: for the operator
--   cancelled         was not paid
--   refunded          was paid and not applied, and the operator gave the money back
CREATE TABLE billing_order (
  order_id TEXT PRIMARY KEY,
  account_id TEXT NOT NULL REFERENCES account (account_id),
  kind TEXT NOT NULL CHECK (kind IN ('purchase', 'renewal', 'upgrade')),
  plan TEXT NOT NULL,
  months INTEGER,
  offer_id TEXT REFERENCES offer (offer_id),
  price_idr INTEGER NOT NULL CHECK (price_idr >= 0),
  credit_idr INTEGER NOT NULL CHECK (credit_idr >= 0),
  charge_idr INTEGER NOT NULL CHECK (charge_idr >= 0 AND charge_idr = price_idr - credit_idr),
  -- The period that it was ordered in, as start/end: that the credit is for.
  credited_period TEXT NOT NULL,
  state TEXT NOT NULL CHECK (state IN ('pending', 'paid', 'applied', 'paid_not_applied', 'cancelled', 'refunded')),
  -- Why a paid order was not applied.
  reason TEXT,
  provider TEXT NOT NULL,
  payment_url TEXT,
  -- What the provider calls the payment.
  payment_reference TEXT,
  idempotency_key TEXT,
  created_at TEXT NOT NULL,
  expires_at TEXT NOT NULL,
  paid_at TEXT,
  -- What came; NULL with a payment in another currency.
  paid_idr INTEGER,
  -- While it was not paid; a payment may come all the same.
  cancelled_at TEXT,
  settled_at TEXT
) STRICT, WITHOUT ROWID;

-- Every payment that a provider or the operator told of, once. An order takes the first; the others are the operator's to give back.
CREATE TABLE payment (
  order_id TEXT NOT NULL REFERENCES billing_order (order_id),
  provider TEXT NOT NULL,
  payment_reference TEXT NOT NULL,
  -- NULL with another currency.
  paid_idr INTEGER,
  paid_at TEXT NOT NULL,
  PRIMARY KEY (order_id, provider, payment_reference)
) STRICT, WITHOUT ROWID;

CREATE INDEX billing_order_of_account ON billing_order (account_id, created_at);
CREATE UNIQUE INDEX one_order_an_idempotency_key ON billing_order (account_id, idempotency_key);

-- Every change of what an account has, from its making on; never changed or deleted. Read in order, it gives the present state.
CREATE TABLE subscription_change (
  change_id INTEGER PRIMARY KEY,
  account_id TEXT NOT NULL REFERENCES account (account_id),
  kind TEXT NOT NULL CHECK (kind IN ('created', 'purchase', 'renewal', 'upgrade')),
  order_id TEXT UNIQUE REFERENCES billing_order (order_id),
  changed_at TEXT NOT NULL,
  old_plan TEXT,
  old_period_start TEXT,
  old_period_end TEXT,
  plan TEXT NOT NULL,
  months INTEGER,
  series TEXT,
  period_start TEXT NOT NULL,
  period_end TEXT,
  period_price_idr INTEGER NOT NULL,
  requests_per_minute INTEGER,
  units INTEGER,
  keys INTEGER,
  price_idr INTEGER NOT NULL,
  credit_idr INTEGER NOT NULL,
  charge_idr INTEGER NOT NULL
) STRICT;

CREATE INDEX subscription_change_of_account ON subscription_change (account_id);

CREATE TRIGGER subscription_change_stays BEFORE UPDATE ON subscription_change
BEGIN SELECT raise(ABORT, 'A record of what was sold is never changed'); END;
CREATE TRIGGER subscription_change_is_kept BEFORE DELETE ON subscription_change
BEGIN SELECT raise(ABORT, 'A record of what was sold is never deleted'); END;

INSERT INTO subscription_change (
  account_id, kind, changed_at, plan, months, period_start, period_end, period_price_idr,
  requests_per_minute, units, keys, price_idr, credit_idr, charge_idr
)
SELECT
  account_id, 'created', created_at, plan, months, period_start, period_end, period_price_idr,
  requests_per_minute, units, keys, period_price_idr, 0, period_price_idr
FROM account;
