-- The tables of the ledger. Days are `YYYY-MM-DD`, times ISO-8601 in UTC, money whole rupiah. `-- type` gives the type in TypeScript of
-- a column whose values have no CHECK.

-- Days of the lake

-- One row for each revision of a day, never deleted.
--   intended   its files are written and flushed in staging; they may or may not have been moved into the lake
--   published  its files are the files of the day in the lake
--   replaced   a later revision took its place
--   abandoned  a crash lost its staged files before any of them was moved; the revision that was published before still is
CREATE TABLE publication (
  trade_date TEXT NOT NULL,
  revision INTEGER NOT NULL,
  state TEXT NOT NULL CHECK (state IN ('intended', 'published', 'replaced', 'abandoned')),
  source_name TEXT NOT NULL,
  source_sha256 TEXT NOT NULL,
  duplicates INTEGER NOT NULL,
  trades_rows INTEGER NOT NULL,
  trades_sha256 TEXT NOT NULL,
  -- The trades of the revision, in any order and format of the daily file.
  trades_digest TEXT NOT NULL,
  broker_day_rows INTEGER NOT NULL,
  broker_day_sha256 TEXT NOT NULL,
  ticker_day_sha256 TEXT NOT NULL,
  -- The total value of the trades in all markets, in IDR.
  value INTEGER NOT NULL,
  intended_at TEXT NOT NULL,
  published_at TEXT,
  replaced_at TEXT,
  -- The command and the user of the operating system.
  ingested_by TEXT NOT NULL,
  -- Publications are counted from 1, days and corrections alike: the version of the Delta log. Null until the revision is published.
  number INTEGER,
  -- When the files of a replaced revision were deleted; null while they are kept.
  deleted_at TEXT,
  -- When the revision became part of the month files, and of the market files, in force; null before that.
  served_at TEXT,
  market_served_at TEXT,
  -- When the measures of this publication were in force; null before that.
  measured_at TEXT,
  PRIMARY KEY (trade_date, revision)
) STRICT, WITHOUT ROWID;

CREATE UNIQUE INDEX one_published_revision_a_day ON publication (trade_date) WHERE state = 'published';
CREATE UNIQUE INDEX one_intended_revision_a_day ON publication (trade_date) WHERE state = 'intended';
CREATE UNIQUE INDEX publication_numbers ON publication (number);

-- The files of measure_day. A file is part of the table from the version `added_in` to before the version `removed_in`: version N is that
-- of publication N. A file of a publication that is not measured yet is the work of an unfinished run.
CREATE TABLE measure_file (
  measure_file_id INTEGER PRIMARY KEY,
  trade_date TEXT NOT NULL,
  sha256 TEXT NOT NULL,
  -- The SHA-256 of the columns and the SQL that it was computed by; that of all files is the same.
  definition TEXT NOT NULL,
  written_at TEXT NOT NULL,
  added_in INTEGER NOT NULL,
  removed_in INTEGER,
  removed_at TEXT,
  -- When the file was deleted; null while it is kept.
  deleted_at TEXT
) STRICT;

CREATE UNIQUE INDEX measure_file_versions ON measure_file (trade_date, added_in);

-- The values that the gate compares days by, of the days that were published or compared last. They are computed from the files of the
-- day, so a row may be deleted at any time.
CREATE TABLE day_facts (
  trade_date TEXT PRIMARY KEY,
  -- The file that the facts belong to.
  trades_sha256 TEXT NOT NULL,
  -- The version of the facts in src/market/lake/day-facts.ts.
  version INTEGER NOT NULL,
  -- JSON.
  facts TEXT NOT NULL
) STRICT;

-- Source files

-- The last known state of each source file, and its outcome. While the stamp, which the source gives without the content, is the same,
-- the file is not read again. A held file is valid and stays in its place: it is not published without the consent of a person.
CREATE TABLE source_file (
  source TEXT PRIMARY KEY,
  trade_date TEXT,
  stamp TEXT NOT NULL,
  outcome TEXT NOT NULL CHECK (outcome IN ('published', 'unchanged', 'rejected', 'held', 'absent')),
  -- Of a rejected file the first reason, of a held file all of them.
  reason TEXT,
  -- The reason as codes with their values: a JSON array, empty for a file that is neither rejected nor held.
  causes TEXT NOT NULL,
  -- The path of a held file.
  kept_at TEXT,
  -- Of a held file: the digest of its content, and its totals beside those of the days around, as JSON. NULL for a file that was not read.
  content_sha256 TEXT,
  totals TEXT,
  seen_at TEXT NOT NULL
) STRICT, WITHOUT ROWID;

-- Rejected files that an operator dismissed: they are no longer reported. A file that is rejected again with other content, or for another
-- reason, is reported again.
CREATE TABLE dismissed_file (
  source TEXT PRIMARY KEY,
  stamp TEXT NOT NULL,
  content_sha256 TEXT,
  reason TEXT NOT NULL,
  dismissed_at TEXT NOT NULL
) STRICT, WITHOUT ROWID;

-- Serving files

-- The serving file of each calendar month. Servers open it again when `build` changes.
CREATE TABLE serving_file (
  month TEXT PRIMARY KEY,
  file_name TEXT NOT NULL,
  sha256 TEXT NOT NULL,
  -- How often the file of the month was built or replaced.
  build INTEGER NOT NULL DEFAULT 1,
  built_at TEXT NOT NULL,
  -- How many publications of its month the file contains, corrections included.
  publications INTEGER NOT NULL,
  -- The number of the newest publication at its build.
  last_publication INTEGER NOT NULL
) STRICT;

-- The market files of each month: broker_day by broker, its sums over all tickers, and ticker_day, in one Parquet file each.
CREATE TABLE market_files (
  month TEXT PRIMARY KEY,
  -- The file of a table is `name.table.parquet`.
  name TEXT NOT NULL,
  -- The trading days in the files, separated by commas.
  days TEXT NOT NULL,
  broker_rows_sha256 TEXT NOT NULL,
  broker_sums_sha256 TEXT NOT NULL,
  ticker_rows_sha256 TEXT NOT NULL,
  build INTEGER NOT NULL DEFAULT 1,
  built_at TEXT NOT NULL,
  publications INTEGER NOT NULL
) STRICT;

-- Files that a server found damaged.
CREATE TABLE serving_damage (
  damage_id INTEGER PRIMARY KEY,
  file_name TEXT NOT NULL,
  problem TEXT NOT NULL,
  found_at TEXT NOT NULL,
  -- Why the last rebuild failed.
  failure TEXT,
  rebuilt_at TEXT
) STRICT;

CREATE UNIQUE INDEX one_open_damage_a_file ON serving_damage (file_name) WHERE rebuilt_at IS NULL;

-- A disk that repeatedly damages files does not fill the ledger.
CREATE TRIGGER serving_damage_is_bounded AFTER INSERT ON serving_damage
BEGIN DELETE FROM serving_damage WHERE damage_id <= new.damage_id - 100; END;

-- Comparisons with the exchange

-- The comparisons of published days with the exchange's Stock Summary. The result of a revision is that of its largest check_id. A comparison
-- that has the same result as the one before it is not a row.
CREATE TABLE official_check (
  check_id INTEGER PRIMARY KEY,
  trade_date TEXT NOT NULL,
  revision INTEGER NOT NULL,
  official_sha256 TEXT NOT NULL,
  -- The path of the file.
  source TEXT NOT NULL,
  checked_at TEXT NOT NULL,
  tickers INTEGER NOT NULL,
  differing_tickers INTEGER NOT NULL,
  differences INTEGER NOT NULL,
  -- Names of patterns, separated by commas.
  patterns TEXT NOT NULL,
  -- Names of the compared parts, separated by commas.
  compared TEXT NOT NULL
) STRICT;

CREATE INDEX official_check_of_revision ON official_check (trade_date, revision, check_id);

CREATE TRIGGER official_check_stays BEFORE UPDATE ON official_check
BEGIN SELECT raise(ABORT, 'A comparison is never changed'); END;
CREATE TRIGGER official_check_is_kept BEFORE DELETE ON official_check
BEGIN SELECT raise(ABORT, 'A comparison is never deleted'); END;

-- The content that each file of the exchange had when it was compared last.
CREATE TABLE official_file (
  source TEXT PRIMARY KEY,
  stamp TEXT NOT NULL,
  trade_date TEXT NOT NULL,
  revision INTEGER NOT NULL,
  official_sha256 TEXT NOT NULL
) STRICT;

-- Files of the exchange with several days, or of one stock, and the number of the newest publication when each was read last.
CREATE TABLE official_archive (
  source TEXT PRIMARY KEY,
  stamp TEXT NOT NULL,
  publications INTEGER NOT NULL
) STRICT;

-- Comparisons of published days with tables by broker that the operator has.
CREATE TABLE broker_check (
  trade_date TEXT NOT NULL,
  ticker TEXT NOT NULL,
  market TEXT NOT NULL,
  investor TEXT NOT NULL,
  table_sha256 TEXT NOT NULL,
  revision INTEGER NOT NULL,
  -- The path of the file.
  source TEXT NOT NULL,
  checked_at TEXT NOT NULL,
  brokers INTEGER NOT NULL,
  differences INTEGER NOT NULL,
  sides TEXT NOT NULL CHECK (sides IN ('equal', 'exchanged', 'different', 'undecided')),
  PRIMARY KEY (trade_date, ticker, market, investor, table_sha256)
) STRICT;

-- Accounts and keys

CREATE TABLE account (
  account_id TEXT PRIMARY KEY,
  email TEXT NOT NULL UNIQUE COLLATE NOCASE,
  plan TEXT NOT NULL, -- type Plan
  months INTEGER, -- type PlanMonths
  -- Shared by the offers of one recurring agreement.
  series TEXT,
  period_start TEXT NOT NULL,
  -- NULL for a plan without end, such as Free.
  period_end TEXT,
  -- What was paid for the whole period, with renewals and credit.
  period_price_idr INTEGER NOT NULL DEFAULT 0,
  -- Limits of the account in place of its plan's: all three or none.
  requests_per_minute INTEGER,
  units INTEGER,
  keys INTEGER,
  -- The length in days of each paid part of the period, for an offer that was renewed; cycles are counted from the start of each part.
  -- NULL: the period has one part, or its parts are whole cycles.
  term_days INTEGER,
  created_at TEXT NOT NULL,
  -- A suspended account cannot use its keys.
  suspended_at TEXT,
  -- Units that the operator added to the quota of one window.
  granted_window TEXT,
  granted_units INTEGER NOT NULL DEFAULT 0,
  -- When the personal data was removed; NULL for an account that was not deleted.
  deleted_at TEXT
) STRICT, WITHOUT ROWID;

-- A key itself is never stored: only its SHA-256, and its first and last characters, by which people recognize it. The console charges
-- the requests of its visitors to a key of kind `console`.
CREATE TABLE api_key (
  key_id TEXT PRIMARY KEY,
  account_id TEXT NOT NULL REFERENCES account (account_id),
  name TEXT NOT NULL,
  kind TEXT NOT NULL CHECK (kind IN ('api', 'mcp', 'console', 'link')),
  -- What a key permits: `data`, `account`, or both, separated by a comma.
  scopes TEXT NOT NULL DEFAULT 'data',
  -- The time from which the key is invalid; NULL for a key that does not expire.
  expires_at TEXT,
  -- The CIDR blocks from which the key can be used, separated by commas. NULL: any address.
  allowed_ips TEXT,
  -- The units of a quota window that the key may use; NULL for those of the account.
  max_units INTEGER CHECK (max_units > 0),
  -- The only request that a key of kind `link` answers. NULL for other keys.
  link TEXT,
  sha256 BLOB NOT NULL UNIQUE,
  masked TEXT NOT NULL,
  created_at TEXT NOT NULL,
  revoked_at TEXT
) STRICT, WITHOUT ROWID;

CREATE INDEX api_key_of_account ON api_key (account_id);
CREATE UNIQUE INDEX one_live_mcp_key_an_account ON api_key (account_id) WHERE kind = 'mcp' AND revoked_at IS NULL;
CREATE UNIQUE INDEX one_live_console_key_an_account ON api_key (account_id) WHERE kind = 'console' AND revoked_at IS NULL;

-- The keys of operators, for requests under /admin.
CREATE TABLE operator_key (
  operator_key_id TEXT PRIMARY KEY,
  -- The user of the key; the audit log names the operator by it.
  name TEXT NOT NULL,
  sha256 BLOB NOT NULL UNIQUE,
  masked TEXT NOT NULL,
  created_at TEXT NOT NULL,
  revoked_at TEXT
) STRICT, WITHOUT ROWID;

-- Usage

-- Units charged, by quota window. Each window has a row, so nothing is ever reset, and the units of past windows stay on record.
CREATE TABLE account_usage (
  account_id TEXT NOT NULL REFERENCES account (account_id),
  quota_window TEXT NOT NULL,
  units INTEGER NOT NULL,
  PRIMARY KEY (account_id, quota_window)
) STRICT, WITHOUT ROWID;

CREATE TABLE key_usage (
  key_id TEXT NOT NULL REFERENCES api_key (key_id),
  quota_window TEXT NOT NULL,
  units INTEGER NOT NULL,
  last_used_at TEXT NOT NULL,
  PRIMARY KEY (key_id, quota_window)
) STRICT, WITHOUT ROWID;

-- Charges whose request had an Idempotency-Key, and requests of operators with one, by their names. The same request with the same key is
-- not charged or done again within 24 hours.
CREATE TABLE idempotent_charge (
  account_id TEXT NOT NULL,
  idempotency_key TEXT NOT NULL,
  request_sha256 TEXT NOT NULL,
  charged_at TEXT NOT NULL,
  PRIMARY KEY (account_id, idempotency_key)
) STRICT, WITHOUT ROWID;

CREATE INDEX idempotent_charge_by_time ON idempotent_charge (charged_at);

-- A key at an endpoint. Rows are never deleted, so a process can keep the numbers in memory.
CREATE TABLE usage_series (
  series INTEGER PRIMARY KEY,
  key_id TEXT NOT NULL REFERENCES api_key (key_id),
  -- The name of the operation, such as get_broker_summary.
  endpoint TEXT NOT NULL,
  UNIQUE (key_id, endpoint)
) STRICT;

-- The units and the charged requests of a day, counted in the transaction of the charge. The rows are short, and those of a day are next to
-- each other, so the charges of a transaction write few pages, however many days are kept.
CREATE TABLE usage_count (
  -- The day of the charge in Jakarta, in days since 1970-01-01.
  epoch_day INTEGER NOT NULL,
  series INTEGER NOT NULL REFERENCES usage_series (series),
  units INTEGER NOT NULL,
  requests INTEGER NOT NULL,
  PRIMARY KEY (epoch_day, series)
) STRICT, WITHOUT ROWID;

-- To read the days of an account. A charge changes it only once a day for each series.
CREATE INDEX usage_count_of_series ON usage_count (series, epoch_day);

-- The history as PostgreSQL has it. A row that is inserted is added to the counts of its day, key and endpoint.
CREATE VIEW usage_history AS
SELECT key_id, date(epoch_day * 86400, 'unixepoch') AS usage_date, endpoint, units, requests
FROM usage_count JOIN usage_series USING (series);

CREATE TRIGGER usage_history_is_counted INSTEAD OF INSERT ON usage_history BEGIN
  INSERT INTO usage_series (key_id, endpoint) VALUES (NEW.key_id, NEW.endpoint) ON CONFLICT (key_id, endpoint) DO NOTHING;
  INSERT INTO usage_count (epoch_day, series, units, requests)
  SELECT unixepoch(NEW.usage_date) / 86400, series, NEW.units, NEW.requests
  FROM usage_series WHERE key_id = NEW.key_id AND endpoint = NEW.endpoint
  ON CONFLICT (epoch_day, series) DO UPDATE SET units = units + excluded.units, requests = requests + excluded.requests;
END;

-- Orders and money

-- An offer to one account. When a recurring offer is paid, the next one of its series is created.
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
  taken_by TEXT REFERENCES billing_order (order_id),
  -- An offer that was withdrawn, or whose last day has passed, cannot be ordered.
  withdrawn_at TEXT,
  expires_at TEXT
) STRICT, WITHOUT ROWID;

CREATE INDEX offer_of_account ON offer (account_id);

-- src/commerce/billing/order-states.ts has the states, and the events that change them.
CREATE TABLE billing_order (
  order_id TEXT PRIMARY KEY,
  account_id TEXT NOT NULL REFERENCES account (account_id),
  kind TEXT NOT NULL CHECK (kind IN ('purchase', 'renewal', 'upgrade')),
  plan TEXT NOT NULL, -- type Plan
  months INTEGER, -- type PlanMonths
  offer_id TEXT REFERENCES offer (offer_id),
  price_idr INTEGER NOT NULL CHECK (price_idr >= 0),
  credit_idr INTEGER NOT NULL CHECK (credit_idr >= 0),
  charge_idr INTEGER NOT NULL CHECK (charge_idr >= 0 AND charge_idr = price_idr - credit_idr),
  -- The part of the charge that the account's credit pays.
  balance_idr INTEGER NOT NULL DEFAULT 0 CHECK (balance_idr >= 0 AND balance_idr <= charge_idr),
  -- What the account owed, which the payment settles first.
  owed_idr INTEGER NOT NULL DEFAULT 0 CHECK (owed_idr >= 0),
  -- The period that the credit is for, as start/end/price.
  credited_period TEXT NOT NULL,
  state TEXT NOT NULL CHECK (
    state IN ('pending', 'expired', 'paid', 'applied', 'attention', 'paid_not_applied', 'cancelled', 'refunded')
  ),
  -- Why the operator has to decide.
  reason TEXT,
  provider TEXT NOT NULL, -- type PaymentMethod
  payment_url TEXT,
  -- The provider's identifier of the payment; before the payment, of the checkout.
  payment_reference TEXT,
  -- The identifiers of the checkout at the provider: for requests to it, and for people.
  checkout_id TEXT,
  checkout_reference TEXT,
  -- The time of the next request to the provider about the checkout; NULL if there will be none.
  ask_at TEXT,
  idempotency_key TEXT,
  created_at TEXT NOT NULL,
  expires_at TEXT NOT NULL,
  paid_at TEXT,
  -- NULL for a payment in another currency.
  paid_idr INTEGER,
  -- A cancelled order can still be paid.
  cancelled_at TEXT,
  settled_at TEXT,
  -- What happened to the plan when the payment was returned; NULL before that.
  plan_effect TEXT CHECK (plan_effect IN ('kept', 'undone'))
) STRICT, WITHOUT ROWID;

CREATE INDEX billing_order_of_account ON billing_order (account_id, created_at);
CREATE UNIQUE INDEX one_order_an_idempotency_key ON billing_order (account_id, idempotency_key);
CREATE INDEX checkout_to_ask ON billing_order (ask_at);

-- Each payment that a provider or the operator reported, once.
CREATE TABLE payment (
  payment_id INTEGER PRIMARY KEY,
  account_id TEXT NOT NULL REFERENCES account (account_id),
  -- NULL for a payment without an order.
  order_id TEXT REFERENCES billing_order (order_id),
  provider TEXT NOT NULL, -- type MoneySource
  payment_reference TEXT,
  -- NULL for a payment in another currency.
  paid_idr INTEGER,
  paid_at TEXT NOT NULL,
  recorded_at TEXT NOT NULL,
  -- When the operator took it back, because it was not made.
  voided_at TEXT
) STRICT;

CREATE INDEX payment_of_account ON payment (account_id);
CREATE UNIQUE INDEX one_payment_a_reference ON payment (order_id, payment_reference) WHERE voided_at IS NULL;

-- Each change of an account's subscription, from its creation on; never changed or deleted. Read in order, the rows give the present state.
-- `undo` takes back the change of its order. `value` changes only what the period is worth. The operator gives an assignment.
CREATE TABLE subscription_change (
  change_id INTEGER PRIMARY KEY,
  account_id TEXT NOT NULL REFERENCES account (account_id),
  kind TEXT NOT NULL CHECK (kind IN ('created', 'purchase', 'renewal', 'upgrade', 'undo', 'value', 'grant', 'assignment')),
  order_id TEXT REFERENCES billing_order (order_id),
  changed_at TEXT NOT NULL,
  old_plan TEXT, -- type Plan
  old_period_start TEXT,
  old_period_end TEXT,
  plan TEXT NOT NULL, -- type Plan
  months INTEGER, -- type PlanMonths
  series TEXT,
  period_start TEXT NOT NULL,
  period_end TEXT,
  period_price_idr INTEGER NOT NULL,
  requests_per_minute INTEGER,
  units INTEGER,
  keys INTEGER,
  term_days INTEGER,
  price_idr INTEGER NOT NULL,
  credit_idr INTEGER NOT NULL,
  charge_idr INTEGER NOT NULL
) STRICT;

CREATE INDEX subscription_change_of_account ON subscription_change (account_id);

CREATE TRIGGER subscription_change_stays BEFORE UPDATE ON subscription_change
BEGIN SELECT raise(ABORT, 'A record of what was sold is never changed'); END;
CREATE TRIGGER subscription_change_is_kept BEFORE DELETE ON subscription_change
BEGIN SELECT raise(ABORT, 'A record of what was sold is never deleted'); END;

-- Each change of money, plan, units and access: its actor, time and reason. Never deleted, and changed only to remove personal data.
CREATE TABLE audit_log (
  audit_id INTEGER PRIMARY KEY,
  recorded_at TEXT NOT NULL,
  actor TEXT NOT NULL,
  action TEXT NOT NULL,
  account_id TEXT REFERENCES account (account_id),
  order_id TEXT REFERENCES billing_order (order_id),
  reason TEXT,
  -- A JSON object.
  details TEXT NOT NULL,
  -- When personal data was removed from the texts of the entry; NULL for an entry that is as it was written.
  redacted_at TEXT
) STRICT;

CREATE INDEX audit_log_of_account ON audit_log (account_id);

CREATE TRIGGER audit_log_stays BEFORE UPDATE ON audit_log
WHEN NEW.redacted_at IS NULL OR NEW.audit_id <> OLD.audit_id OR NEW.recorded_at <> OLD.recorded_at
OR NEW.actor <> OLD.actor OR NEW.action <> OLD.action OR NEW.account_id IS NOT OLD.account_id
OR NEW.order_id IS NOT OLD.order_id
BEGIN SELECT raise(ABORT, 'An entry of the audit log is never changed, but for personal data in its texts'); END;
CREATE TRIGGER audit_log_is_kept BEFORE DELETE ON audit_log
BEGIN SELECT raise(ABORT, 'An entry of the audit log is never deleted'); END;

-- Each rupiah that a customer paid is in one place at a time:
--   held      received, and not applied to an order
--   applied   paid for a plan
--   credit    pays later orders of the account. What is voided after it was used makes the credit negative: the account owes it
--   returned  given back to the customer
-- 'customer' is the outside: money comes from there, and goes back there when a payment turns out not to have been made.
CREATE TABLE money_move (
  move_id INTEGER PRIMARY KEY,
  audit_id INTEGER NOT NULL REFERENCES audit_log (audit_id),
  account_id TEXT NOT NULL REFERENCES account (account_id),
  -- The order for which it moves.
  order_id TEXT REFERENCES billing_order (order_id),
  -- The payment that the money came with.
  payment_id INTEGER NOT NULL REFERENCES payment (payment_id),
  source TEXT NOT NULL CHECK (source IN ('customer', 'held', 'applied', 'credit', 'returned')),
  target TEXT NOT NULL CHECK (target IN ('customer', 'held', 'applied', 'credit', 'returned') AND target <> source),
  amount_idr INTEGER NOT NULL CHECK (amount_idr > 0),
  -- When the money moved, which can be before it was recorded.
  moved_at TEXT NOT NULL,
  -- The time of the entry in the books: when the money moved; when it was recorded, if that month was closed.
  booked_at TEXT NOT NULL
) STRICT;

CREATE INDEX money_move_of_order ON money_move (order_id);
CREATE INDEX money_move_of_account ON money_move (account_id);
CREATE INDEX money_move_of_payment ON money_move (payment_id);
CREATE INDEX money_move_by_time ON money_move (booked_at);

CREATE TRIGGER money_move_stays BEFORE UPDATE ON money_move
BEGIN SELECT raise(ABORT, 'A movement of money is never changed'); END;
CREATE TRIGGER money_move_is_kept BEFORE DELETE ON money_move
BEGIN SELECT raise(ABORT, 'A movement of money is never deleted'); END;

-- The last of the closed months, and the ones that were closed before it. No entry is added to a closed month.
CREATE TABLE closed_month (
  -- `YYYY-MM` in Jakarta.
  month TEXT PRIMARY KEY,
  ends_at TEXT NOT NULL,
  audit_id INTEGER NOT NULL REFERENCES audit_log (audit_id)
) STRICT;

CREATE TRIGGER closed_month_is_kept BEFORE DELETE ON closed_month
BEGIN SELECT raise(ABORT, 'A month is never opened again'); END;

-- What payment providers paid out to the operator, and the fees that they kept. The sum of the rows with a reference counts: a correction is
-- a row with the difference.
CREATE TABLE provider_payout (
  payout_id INTEGER PRIMARY KEY,
  provider TEXT NOT NULL, -- type PaymentMethod
  reference TEXT NOT NULL,
  amount_idr INTEGER NOT NULL,
  fee_idr INTEGER NOT NULL,
  paid_at TEXT NOT NULL,
  -- As of money_move.
  booked_at TEXT NOT NULL,
  audit_id INTEGER NOT NULL REFERENCES audit_log (audit_id)
) STRICT;

CREATE TRIGGER provider_payout_stays BEFORE UPDATE ON provider_payout
BEGIN SELECT raise(ABORT, 'A payout is never changed'); END;
CREATE TRIGGER provider_payout_is_kept BEFORE DELETE ON provider_payout
BEGIN SELECT raise(ABORT, 'A payout is never deleted'); END;

-- What the invoices of an account state about it besides its e-mail address.
CREATE TABLE billing_details (
  account_id TEXT PRIMARY KEY REFERENCES account (account_id),
  name TEXT,
  address TEXT,
  tax_id TEXT,
  changed_at TEXT NOT NULL
) STRICT;

-- An invoice for each applied order and each plan that was paid without one, and a credit note for each part that is taken back. Never changed or deleted. The numbers of a
-- kind and a year have no gaps, because a number is given in the transaction that it belongs to.
CREATE TABLE invoice (
  invoice_id INTEGER PRIMARY KEY,
  -- Such as INV-2026-000001 and CN-2026-000001.
  number TEXT NOT NULL UNIQUE,
  kind TEXT NOT NULL CHECK (kind IN ('invoice', 'credit_note')),
  -- Of the issue, in Jakarta.
  year INTEGER NOT NULL,
  sequence INTEGER NOT NULL CHECK (sequence > 0),
  account_id TEXT NOT NULL REFERENCES account (account_id),
  -- NULL for money that was recorded with a plan.
  order_id TEXT REFERENCES billing_order (order_id),
  -- The invoice that a credit note reduces.
  invoice_number TEXT REFERENCES invoice (number),
  audit_id INTEGER NOT NULL REFERENCES audit_log (audit_id),
  issued_at TEXT NOT NULL,
  total_idr INTEGER NOT NULL CHECK (total_idr > 0),
  -- The part of the total that is tax.
  tax_idr INTEGER NOT NULL CHECK (tax_idr >= 0 AND tax_idr <= total_idr),
  -- A JSON object with all that the document states.
  document TEXT NOT NULL,
  -- Of the tax invoice (faktur pajak), which the operator makes elsewhere; NULL before it is recorded.
  tax_invoice_number TEXT UNIQUE,
  UNIQUE (kind, year, sequence),
  CHECK ((kind = 'credit_note') = (invoice_number IS NOT NULL))
) STRICT;

CREATE INDEX invoice_of_account ON invoice (account_id);
CREATE INDEX credit_notes_of_invoice ON invoice (invoice_number);
CREATE INDEX invoice_of_order ON invoice (order_id);
CREATE INDEX invoice_of_audit_entry ON invoice (audit_id);

CREATE TRIGGER invoice_stays BEFORE UPDATE OF
  invoice_id, number, kind, year, sequence, account_id, order_id, invoice_number, audit_id, issued_at, total_idr, tax_idr, document ON invoice
BEGIN SELECT raise(ABORT, 'An invoice is never changed'); END;
CREATE TRIGGER invoice_is_kept BEFORE DELETE ON invoice
BEGIN SELECT raise(ABORT, 'An invoice is never deleted'); END;

-- People and sessions

-- A person who signs in. A person can belong to several accounts, and an account can have several people.
CREATE TABLE person (
  person_id TEXT PRIMARY KEY,
  email TEXT NOT NULL UNIQUE COLLATE NOCASE,
  -- 1 for an operator of the server.
  is_operator INTEGER NOT NULL DEFAULT 0 CHECK (is_operator IN (0, 1)),
  created_at TEXT NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE membership (
  account_id TEXT NOT NULL REFERENCES account (account_id),
  person_id TEXT NOT NULL REFERENCES person (person_id),
  role TEXT NOT NULL CHECK (role IN ('owner', 'member')),
  created_at TEXT NOT NULL,
  PRIMARY KEY (account_id, person_id)
) STRICT, WITHOUT ROWID;

CREATE INDEX membership_of_person ON membership (person_id);

-- An address that may sign in for the first time. Without an account, the first sign-in creates one on the Free plan.
CREATE TABLE invitation (
  invitation_id TEXT PRIMARY KEY,
  email TEXT NOT NULL COLLATE NOCASE,
  account_id TEXT REFERENCES account (account_id),
  role TEXT NOT NULL CHECK (role IN ('owner', 'member')),
  created_at TEXT NOT NULL,
  expires_at TEXT NOT NULL,
  accepted_at TEXT
) STRICT, WITHOUT ROWID;

CREATE INDEX invitation_of_email ON invitation (email);

-- One-time codes. Only the hash of a code is stored. An address that may not sign in gets a row and no e-mail: with the same limits for
-- all addresses, nobody can find out which of them have an account.
CREATE TABLE sign_in_code (
  code_id TEXT PRIMARY KEY,
  email TEXT NOT NULL COLLATE NOCASE,
  -- The block of IP addresses that requested it, `known browser` or `operator`.
  requested_from TEXT NOT NULL,
  -- Why an e-mail was sent: to a `person` who is known, to a `new` one, or to `nobody`.
  recipient TEXT NOT NULL, -- type 'person' | 'new' | 'nobody'
  sha256 BLOB NOT NULL,
  -- The secret of the link in the e-mail with a code; NULL for the link of an operator, whose secret is in `sha256`.
  link_sha256 BLOB,
  -- Entries of the code in the browser, and from the network, that requested it. `attempts` counts all others.
  browser_attempts INTEGER NOT NULL DEFAULT 0,
  network_attempts INTEGER NOT NULL DEFAULT 0,
  attempts INTEGER NOT NULL DEFAULT 0,
  created_at TEXT NOT NULL,
  expires_at TEXT NOT NULL,
  used_at TEXT
) STRICT, WITHOUT ROWID;

CREATE INDEX sign_in_code_of_email ON sign_in_code (email, created_at);
CREATE INDEX sign_in_code_by_time ON sign_in_code (created_at);
CREATE INDEX sign_in_code_of_nobody ON sign_in_code (created_at, code_id) WHERE recipient = 'nobody';

-- The sessions of people, and of visitors who signed in with a key. The id of a session is stored only as its hash.
CREATE TABLE session (
  sha256 BLOB PRIMARY KEY,
  person_id TEXT REFERENCES person (person_id) ON DELETE CASCADE,
  key_id TEXT REFERENCES api_key (key_id),
  -- The account that the visitor looks at.
  account_id TEXT REFERENCES account (account_id),
  -- The tokens of forms are made from it.
  csrf_secret TEXT NOT NULL,
  created_at TEXT NOT NULL,
  -- To a few minutes.
  last_seen_at TEXT NOT NULL,
  CHECK ((person_id IS NULL) <> (key_id IS NULL))
) STRICT, WITHOUT ROWID;

CREATE INDEX session_of_person ON session (person_id);
CREATE INDEX session_of_key ON session (key_id);
CREATE INDEX session_by_time ON session (last_seen_at);

-- Events and notices

-- Events that accounts and the operator are notified of. An event is written in the transaction of the change.
CREATE TABLE event (
  event_id TEXT PRIMARY KEY,
  -- Identifies the occurrence: an occurrence that is found twice is recorded once.
  event_key TEXT NOT NULL UNIQUE,
  kind TEXT NOT NULL, -- type EventKind
  -- NULL: the event concerns every account.
  account_id TEXT REFERENCES account (account_id),
  occurred_at TEXT NOT NULL,
  -- A JSON object.
  data TEXT NOT NULL,
  -- When a notice was made for each receiver; NULL before that.
  distributed_at TEXT
) STRICT;

CREATE INDEX event_to_distribute ON event (occurred_at) WHERE distributed_at IS NULL;
CREATE INDEX event_of_account ON event (account_id);

-- The feeds of briefs whose addresses were replaced.
CREATE TABLE feed (
  account_id TEXT NOT NULL REFERENCES account (account_id),
  -- Empty: the brief of the whole market.
  watchlist TEXT NOT NULL,
  replacements INTEGER NOT NULL,
  PRIMARY KEY (account_id, watchlist)
) STRICT;

-- The choices of an account; NULL for the default.
CREATE TABLE notice_settings (
  account_id TEXT PRIMARY KEY REFERENCES account (account_id),
  language TEXT CHECK (language IN ('en', 'id')),
  -- The kinds of events that are sent by e-mail, separated by commas.
  email_events TEXT,
  -- The chat that gets messages about alerts; NULL for none.
  telegram_chat TEXT
) STRICT;

CREATE TABLE webhook (
  webhook_id TEXT PRIMARY KEY,
  account_id TEXT NOT NULL REFERENCES account (account_id),
  url TEXT NOT NULL,
  -- The kinds of events, separated by commas.
  events TEXT NOT NULL,
  -- Stored as it is, because each delivery is signed with it.
  secret TEXT NOT NULL,
  created_at TEXT NOT NULL,
  -- The first failure since the last delivery; NULL while deliveries succeed.
  failing_since TEXT,
  disabled_at TEXT
) STRICT;

CREATE INDEX webhook_of_account ON webhook (account_id);

-- A screen or a watchlist of an account.
CREATE TABLE saved_item (
  saved_id TEXT PRIMARY KEY,
  account_id TEXT NOT NULL REFERENCES account (account_id),
  kind TEXT NOT NULL CHECK (kind IN ('screen', 'watchlist')),
  name TEXT NOT NULL,
  -- JSON.
  content TEXT NOT NULL,
  created_at TEXT NOT NULL,
  changed_at TEXT NOT NULL
) STRICT;

CREATE INDEX saved_item_of_account ON saved_item (account_id);

-- A picture with its numbers at one time, at an address of its own.
CREATE TABLE snapshot (
  -- Random. It is a part of the snapshot's address; ALIR_SNAPSHOTS decides who can open it.
  snapshot_id TEXT PRIMARY KEY,
  account_id TEXT NOT NULL REFERENCES account (account_id),
  title TEXT NOT NULL,
  -- Of the person who made it; NULL for none.
  note TEXT,
  created_at TEXT NOT NULL,
  -- JSON, compressed by gzip: what the picture is drawn from.
  content BLOB NOT NULL,
  -- A PNG, for previews in chats.
  preview BLOB NOT NULL
) STRICT;

CREATE INDEX snapshot_of_account ON snapshot (account_id);

-- A rule over a saved item, whose members are tickers. The account is notified of those that enter and leave.
CREATE TABLE alert (
  alert_id TEXT PRIMARY KEY,
  account_id TEXT NOT NULL REFERENCES account (account_id),
  saved_id TEXT NOT NULL REFERENCES saved_item (saved_id) ON DELETE CASCADE,
  -- JSON: what a broker did in the stocks of a watchlist. NULL: the members are those of the screen.
  rule TEXT,
  created_at TEXT NOT NULL,
  paused_at TEXT,
  -- The newest publication that it was evaluated for; 0 before the first one.
  publication INTEGER NOT NULL,
  -- The newest day of that publication, and the members on it, as JSON; NULL before the first evaluation.
  trade_date TEXT,
  members TEXT,
  -- JSON: the newest change that it notified of. NULL without one.
  last_change TEXT
) STRICT;

CREATE INDEX alert_of_account ON alert (account_id);
CREATE INDEX alert_of_saved_item ON alert (saved_id);
CREATE INDEX alert_to_evaluate ON alert (publication) WHERE paused_at IS NULL;

-- Who gets which morning brief by e-mail. A subscription ends with the membership, and with the watchlist.
CREATE TABLE brief_subscription (
  subscription_id TEXT PRIMARY KEY,
  account_id TEXT NOT NULL,
  person_id TEXT NOT NULL,
  -- The watchlist; NULL for the whole market.
  saved_id TEXT REFERENCES saved_item (saved_id) ON DELETE CASCADE,
  language TEXT NOT NULL CHECK (language IN ('en', 'id')),
  created_at TEXT NOT NULL,
  paused_at TEXT,
  -- The newest publication for which the brief was made; 0 before the first one.
  publication INTEGER NOT NULL,
  -- The day of that brief, and its lines; NULL before the first one, and the lines after a change of the watchlist.
  trade_date TEXT,
  sha256 TEXT,
  FOREIGN KEY (account_id, person_id) REFERENCES membership (account_id, person_id) ON DELETE CASCADE
) STRICT;

CREATE UNIQUE INDEX one_subscription_a_brief ON brief_subscription (account_id, person_id, coalesce(saved_id, ''));
CREATE INDEX brief_subscription_of_saved_item ON brief_subscription (saved_id);
CREATE INDEX brief_to_make ON brief_subscription (publication) WHERE paused_at IS NULL;

-- An event for one receiver.
CREATE TABLE notice (
  notice_id TEXT PRIMARY KEY,
  event_id TEXT NOT NULL REFERENCES event (event_id),
  -- NULL: the operator.
  account_id TEXT REFERENCES account (account_id),
  -- NULL: by e-mail or Telegram.
  webhook_id TEXT REFERENCES webhook (webhook_id) ON DELETE CASCADE,
  -- NULL: not by Telegram.
  telegram_chat TEXT,
  -- Whose brief it is, by e-mail to the person; NULL for other notices.
  subscription_id TEXT REFERENCES brief_subscription (subscription_id) ON DELETE CASCADE,
  state TEXT NOT NULL CHECK (state IN ('pending', 'delivered', 'failed', 'not_sent')),
  created_at TEXT NOT NULL,
  attempts INTEGER NOT NULL,
  -- NULL for a notice that is not pending.
  next_attempt_at TEXT,
  last_attempt_at TEXT,
  settled_at TEXT,
  -- The HTTP status of the last answer of a webhook.
  last_status INTEGER,
  last_error TEXT
) STRICT;

CREATE INDEX notice_due ON notice (next_attempt_at) WHERE state = 'pending';
CREATE INDEX notice_of_webhook ON notice (webhook_id, created_at);
CREATE INDEX notice_of_event ON notice (event_id);
CREATE INDEX notice_of_subscription ON notice (subscription_id) WHERE subscription_id IS NOT NULL;
CREATE INDEX notice_of_account ON notice (account_id, created_at);

-- Servers

-- Incidents that the status page shows.
CREATE TABLE incident (
  incident_id TEXT PRIMARY KEY,
  title TEXT NOT NULL,
  details TEXT NOT NULL,
  started_at TEXT NOT NULL,
  -- NULL while it lasts.
  resolved_at TEXT
) STRICT, WITHOUT ROWID;

-- Secrets that are generated once, and that all servers of the ledger share.
CREATE TABLE server_secret (
  name TEXT PRIMARY KEY,
  secret TEXT NOT NULL
) STRICT, WITHOUT ROWID;

-- The row that the readiness check writes, to see that the ledger can be written.
CREATE TABLE health_check (
  health_check_id INTEGER PRIMARY KEY CHECK (health_check_id = 1),
  checked_at TEXT NOT NULL
) STRICT;
