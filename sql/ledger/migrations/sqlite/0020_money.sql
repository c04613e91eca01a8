-- Orders, refunds and credit.

-- The part of the charge that the account's credit pays.
ALTER TABLE billing_order ADD COLUMN balance_idr INTEGER NOT NULL DEFAULT 0 CHECK (balance_idr >= 0 AND balance_idr <= charge_idr);
-- What the operator has to decide about an applied order; NULL if nothing.
ALTER TABLE billing_order ADD COLUMN attention TEXT;
-- What happened to the plan when the payment was returned; NULL before that.
ALTER TABLE billing_order ADD COLUMN plan_effect TEXT CHECK (plan_effect IN ('kept', 'undone'));

-- When Alir learned of the payment. NULL for a payment recorded before this column existed.
ALTER TABLE payment ADD COLUMN recorded_at TEXT;

-- An offer that was withdrawn, or whose last day has passed, cannot be ordered.
ALTER TABLE offer ADD COLUMN withdrawn_at TEXT;
ALTER TABLE offer ADD COLUMN expires_at TEXT;

-- The length in days of each paid part of the period, for an offer that was renewed; cycles are counted from the start of each part. NULL:
-- the period has one part, or its parts are whole cycles.
ALTER TABLE account ADD COLUMN term_days INTEGER;
-- A suspended account cannot use its keys.
ALTER TABLE account ADD COLUMN suspended_at TEXT;
-- Units that the operator added to the quota of one window.
ALTER TABLE account ADD COLUMN granted_window TEXT;
ALTER TABLE account ADD COLUMN granted_units INTEGER NOT NULL DEFAULT 0;

-- Who changed what, when and why: every change of money, plan, units and access. Never changed or deleted.
CREATE TABLE audit_log (
  audit_id INTEGER PRIMARY KEY,
  recorded_at TEXT NOT NULL,
  actor TEXT NOT NULL,
  action TEXT NOT NULL,
  account_id TEXT REFERENCES account (account_id),
  order_id TEXT REFERENCES billing_order (order_id),
  reason TEXT,
  -- A JSON object.
  details TEXT NOT NULL
) STRICT;

CREATE INDEX audit_log_of_account ON audit_log (account_id);

CREATE TRIGGER audit_log_stays BEFORE UPDATE ON audit_log
BEGIN SELECT raise(ABORT, 'An entry of the audit log is never changed'); END;
CREATE TRIGGER audit_log_is_kept BEFORE DELETE ON audit_log
BEGIN SELECT raise(ABORT, 'An entry of the audit log is never deleted'); END;

-- Each rupiah that a customer paid is in one place at a time:
--   held      received, and not applied to an order
--   applied   paid for a plan
--   credit    pays later orders of the account
--   returned  given back to the customer
-- 'customer' is the outside: money comes from there, and goes back there when a payment turns out not to have been made.
CREATE TABLE money_move (
  move_id INTEGER PRIMARY KEY,
  audit_id INTEGER NOT NULL REFERENCES audit_log (audit_id),
  account_id TEXT NOT NULL REFERENCES account (account_id),
  order_id TEXT REFERENCES billing_order (order_id),
  -- The payment that the money came with; NULL for credit of the account.
  payment_reference TEXT,
  source TEXT NOT NULL CHECK (source IN ('customer', 'held', 'applied', 'credit', 'returned')),
  target TEXT NOT NULL CHECK (target IN ('customer', 'held', 'applied', 'credit', 'returned') AND target <> source),
  amount_idr INTEGER NOT NULL CHECK (amount_idr > 0),
  -- When the money moved, which can be before it was recorded.
  moved_at TEXT NOT NULL
) STRICT;

CREATE INDEX money_move_of_order ON money_move (order_id);
CREATE INDEX money_move_of_account ON money_move (account_id);

CREATE TRIGGER money_move_stays BEFORE UPDATE ON money_move
BEGIN SELECT raise(ABORT, 'A movement of money is never changed'); END;
CREATE TRIGGER money_move_is_kept BEFORE DELETE ON money_move
BEGIN SELECT raise(ABORT, 'A movement of money is never deleted'); END;

-- A subscription also changes by a refund, a grant of days, or an assignment by the operator. A refund names the order, too.
CREATE TABLE new_subscription_change (
  change_id INTEGER PRIMARY KEY,
  account_id TEXT NOT NULL REFERENCES account (account_id),
  kind TEXT NOT NULL CHECK (kind IN ('created', 'purchase', 'renewal', 'upgrade', 'refund', 'grant', 'assignment')),
  order_id TEXT REFERENCES billing_order (order_id),
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
  charge_idr INTEGER NOT NULL,
  term_days INTEGER
) STRICT;

INSERT INTO new_subscription_change (
  change_id, account_id, kind, order_id, changed_at, old_plan, old_period_start, old_period_end, plan, months, series,
  period_start, period_end, period_price_idr, requests_per_minute, units, keys, price_idr, credit_idr, charge_idr
)
SELECT
  change_id, account_id, kind, order_id, changed_at, old_plan, old_period_start, old_period_end, plan, months, series,
  period_start, period_end, period_price_idr, requests_per_minute, units, keys, price_idr, credit_idr, charge_idr
FROM subscription_change;

DROP TABLE subscription_change;
ALTER TABLE new_subscription_change RENAME TO subscription_change;

CREATE INDEX subscription_change_of_account ON subscription_change (account_id);
CREATE UNIQUE INDEX one_change_an_order ON subscription_change (order_id) WHERE kind IN ('purchase', 'renewal', 'upgrade');

CREATE TRIGGER subscription_change_stays BEFORE UPDATE ON subscription_change
BEGIN SELECT raise(ABORT, 'A record of what was sold is never changed'); END;
CREATE TRIGGER subscription_change_is_kept BEFORE DELETE ON subscription_change
BEGIN SELECT raise(ABORT, 'A record of what was sold is never deleted'); END;
