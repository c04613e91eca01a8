-- The ledger with the tables of SQLite; the file of SQLite with this name describes the tables and columns. Text compares by its bytes, like
-- SQLite's.

-- The number of the newest migration that was applied.
CREATE TABLE ledger_schema (version BIGINT NOT NULL);
INSERT INTO ledger_schema (version) VALUES (1);

-- Counts the writes other than usage: cached reads stay valid while it is unchanged.
CREATE TABLE ledger_change (change BIGINT NOT NULL);
INSERT INTO ledger_change (change) VALUES (0);

-- Numbers a new row like an INTEGER PRIMARY KEY of SQLite: one more than the largest number. A sequence would skip numbers. The lock
-- serialises the inserts of a table until the end of the transaction.
CREATE FUNCTION next_id(numbered REGCLASS, id TEXT) RETURNS BIGINT LANGUAGE plpgsql AS $$
DECLARE new_id BIGINT;
BEGIN
  PERFORM pg_advisory_xact_lock(numbered::oid::bigint);
  EXECUTE format('SELECT coalesce(max(%I), 0) + 1 FROM %s', id, numbered) INTO new_id;
  RETURN new_id;
END $$;

CREATE FUNCTION is_append_only() RETURNS TRIGGER LANGUAGE plpgsql AS $$
DECLARE
  texts TEXT[] := ARRAY['reason', 'details', 'redacted_at'];
BEGIN
  -- Personal data may be removed from the texts of an entry of the audit log.
  IF tg_op = 'UPDATE' AND tg_table_name = 'audit_log' THEN
    IF to_jsonb(NEW) ->> 'redacted_at' IS NOT NULL AND to_jsonb(NEW) - texts = to_jsonb(OLD) - texts THEN
      RETURN NEW;
    END IF;
  END IF;
  RAISE 'A row of % is never %', tg_table_name, CASE tg_op WHEN 'UPDATE' THEN 'changed' ELSE 'deleted' END;
END $$;

-- Days of the lake

CREATE TABLE publication (
  trade_date TEXT COLLATE "C" NOT NULL,
  revision BIGINT NOT NULL,
  state TEXT COLLATE "C" NOT NULL CHECK (state IN ('intended', 'published', 'replaced', 'abandoned')),
  source_name TEXT COLLATE "C" NOT NULL,
  source_sha256 TEXT COLLATE "C" NOT NULL,
  duplicates BIGINT NOT NULL,
  trades_rows BIGINT NOT NULL,
  trades_sha256 TEXT COLLATE "C" NOT NULL,
  trades_digest TEXT COLLATE "C" NOT NULL,
  broker_day_rows BIGINT NOT NULL,
  broker_day_sha256 TEXT COLLATE "C" NOT NULL,
  ticker_day_sha256 TEXT COLLATE "C" NOT NULL,
  value BIGINT NOT NULL,
  intended_at TEXT COLLATE "C" NOT NULL,
  published_at TEXT COLLATE "C",
  replaced_at TEXT COLLATE "C",
  ingested_by TEXT COLLATE "C" NOT NULL,
  number BIGINT,
  deleted_at TEXT COLLATE "C",
  served_at TEXT COLLATE "C",
  market_served_at TEXT COLLATE "C",
  PRIMARY KEY (trade_date, revision)
);

CREATE UNIQUE INDEX one_published_revision_a_day ON publication (trade_date) WHERE state = 'published';
CREATE UNIQUE INDEX one_intended_revision_a_day ON publication (trade_date) WHERE state = 'intended';
CREATE UNIQUE INDEX publication_numbers ON publication (number);

CREATE TABLE day_facts (
  trade_date TEXT COLLATE "C" PRIMARY KEY,
  trades_sha256 TEXT COLLATE "C" NOT NULL,
  version BIGINT NOT NULL,
  facts TEXT COLLATE "C" NOT NULL
);

-- Source files

CREATE TABLE source_file (
  source TEXT COLLATE "C" PRIMARY KEY,
  trade_date TEXT COLLATE "C",
  stamp TEXT COLLATE "C" NOT NULL,
  outcome TEXT COLLATE "C" NOT NULL CHECK (outcome IN ('published', 'unchanged', 'rejected', 'held', 'absent')),
  reason TEXT COLLATE "C",
  causes TEXT COLLATE "C" NOT NULL,
  kept_at TEXT COLLATE "C",
  content_sha256 TEXT COLLATE "C",
  totals TEXT COLLATE "C",
  seen_at TEXT COLLATE "C" NOT NULL
);

CREATE TABLE dismissed_file (
  source TEXT COLLATE "C" PRIMARY KEY,
  stamp TEXT COLLATE "C" NOT NULL,
  content_sha256 TEXT COLLATE "C",
  reason TEXT COLLATE "C" NOT NULL,
  dismissed_at TEXT COLLATE "C" NOT NULL
);

-- Serving files

CREATE TABLE serving_file (
  month TEXT COLLATE "C" PRIMARY KEY,
  file_name TEXT COLLATE "C" NOT NULL,
  sha256 TEXT COLLATE "C" NOT NULL,
  build BIGINT NOT NULL DEFAULT 1,
  built_at TEXT COLLATE "C" NOT NULL,
  publications BIGINT NOT NULL,
  last_publication BIGINT NOT NULL
);

CREATE TABLE market_files (
  month TEXT COLLATE "C" PRIMARY KEY,
  name TEXT COLLATE "C" NOT NULL,
  days TEXT COLLATE "C" NOT NULL,
  broker_rows_sha256 TEXT COLLATE "C" NOT NULL,
  broker_sums_sha256 TEXT COLLATE "C" NOT NULL,
  ticker_rows_sha256 TEXT COLLATE "C" NOT NULL,
  build BIGINT NOT NULL DEFAULT 1,
  built_at TEXT COLLATE "C" NOT NULL,
  publications BIGINT NOT NULL
);

CREATE TABLE serving_damage (
  damage_id BIGINT PRIMARY KEY,
  file_name TEXT COLLATE "C" NOT NULL,
  problem TEXT COLLATE "C" NOT NULL,
  found_at TEXT COLLATE "C" NOT NULL,
  failure TEXT COLLATE "C",
  rebuilt_at TEXT COLLATE "C"
);
ALTER TABLE serving_damage ALTER damage_id SET DEFAULT next_id('serving_damage', 'damage_id');

CREATE UNIQUE INDEX one_open_damage_a_file ON serving_damage (file_name) WHERE rebuilt_at IS NULL;

CREATE FUNCTION serving_damage_is_bounded() RETURNS TRIGGER LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM serving_damage WHERE damage_id <= new.damage_id - 100;
  RETURN NULL;
END $$;
CREATE TRIGGER serving_damage_is_bounded AFTER INSERT ON serving_damage
FOR EACH ROW EXECUTE FUNCTION serving_damage_is_bounded();

-- Comparisons with the exchange

CREATE TABLE official_check (
  check_id BIGINT PRIMARY KEY,
  trade_date TEXT COLLATE "C" NOT NULL,
  revision BIGINT NOT NULL,
  official_sha256 TEXT COLLATE "C" NOT NULL,
  source TEXT COLLATE "C" NOT NULL,
  checked_at TEXT COLLATE "C" NOT NULL,
  tickers BIGINT NOT NULL,
  differing_tickers BIGINT NOT NULL,
  differences BIGINT NOT NULL,
  patterns TEXT COLLATE "C" NOT NULL,
  compared TEXT COLLATE "C" NOT NULL
);
CREATE INDEX official_check_of_revision ON official_check (trade_date, revision, check_id);
CREATE TRIGGER official_check_is_kept BEFORE UPDATE OR DELETE ON official_check FOR EACH ROW EXECUTE FUNCTION is_append_only();

CREATE TABLE official_file (
  source TEXT COLLATE "C" PRIMARY KEY,
  stamp TEXT COLLATE "C" NOT NULL,
  trade_date TEXT COLLATE "C" NOT NULL,
  revision BIGINT NOT NULL,
  official_sha256 TEXT COLLATE "C" NOT NULL
);

CREATE TABLE official_archive (
  source TEXT COLLATE "C" PRIMARY KEY,
  stamp TEXT COLLATE "C" NOT NULL,
  publications BIGINT NOT NULL
);

CREATE TABLE broker_check (
  trade_date TEXT COLLATE "C" NOT NULL,
  ticker TEXT COLLATE "C" NOT NULL,
  market TEXT COLLATE "C" NOT NULL,
  investor TEXT COLLATE "C" NOT NULL,
  table_sha256 TEXT COLLATE "C" NOT NULL,
  revision BIGINT NOT NULL,
  source TEXT COLLATE "C" NOT NULL,
  checked_at TEXT COLLATE "C" NOT NULL,
  brokers BIGINT NOT NULL,
  differences BIGINT NOT NULL,
  sides TEXT COLLATE "C" NOT NULL CHECK (sides IN ('equal', 'exchanged', 'different', 'undecided')),
  PRIMARY KEY (trade_date, ticker, market, investor, table_sha256)
);

-- Accounts and keys

CREATE TABLE account (
  account_id TEXT COLLATE "C" PRIMARY KEY,
  email TEXT COLLATE "C" NOT NULL,
  plan TEXT COLLATE "C" NOT NULL,
  months BIGINT,
  series TEXT COLLATE "C",
  period_start TEXT COLLATE "C" NOT NULL,
  period_end TEXT COLLATE "C",
  period_price_idr BIGINT NOT NULL DEFAULT 0,
  requests_per_minute BIGINT,
  units BIGINT,
  keys BIGINT,
  term_days BIGINT,
  created_at TEXT COLLATE "C" NOT NULL,
  suspended_at TEXT COLLATE "C",
  granted_window TEXT COLLATE "C",
  granted_units BIGINT NOT NULL DEFAULT 0,
  deleted_at TEXT COLLATE "C"
);

-- With the collation "C" only the letters A to Z match in either case, as with NOCASE in SQLite.
CREATE UNIQUE INDEX one_account_an_email ON account (lower(email));

CREATE TABLE api_key (
  key_id TEXT COLLATE "C" PRIMARY KEY,
  account_id TEXT COLLATE "C" NOT NULL REFERENCES account (account_id),
  name TEXT COLLATE "C" NOT NULL,
  kind TEXT COLLATE "C" NOT NULL CHECK (kind IN ('api', 'mcp', 'console')),
  scopes TEXT COLLATE "C" NOT NULL DEFAULT 'data',
  expires_at TEXT COLLATE "C",
  allowed_ips TEXT COLLATE "C",
  sha256 BYTEA NOT NULL UNIQUE,
  masked TEXT COLLATE "C" NOT NULL,
  created_at TEXT COLLATE "C" NOT NULL,
  revoked_at TEXT COLLATE "C"
);

CREATE INDEX api_key_of_account ON api_key (account_id);
CREATE UNIQUE INDEX one_live_mcp_key_an_account ON api_key (account_id) WHERE kind = 'mcp' AND revoked_at IS NULL;
CREATE UNIQUE INDEX one_live_console_key_an_account ON api_key (account_id) WHERE kind = 'console' AND revoked_at IS NULL;

CREATE TABLE operator_key (
  operator_key_id TEXT COLLATE "C" PRIMARY KEY,
  name TEXT COLLATE "C" NOT NULL,
  sha256 BYTEA NOT NULL UNIQUE,
  masked TEXT COLLATE "C" NOT NULL,
  created_at TEXT COLLATE "C" NOT NULL,
  revoked_at TEXT COLLATE "C"
);

-- Usage

-- Pages of the tables of usage are left partly empty, so that an update of the units stays within its page and writes to no index.
CREATE TABLE account_usage (
  account_id TEXT COLLATE "C" NOT NULL REFERENCES account (account_id),
  quota_window TEXT COLLATE "C" NOT NULL,
  units BIGINT NOT NULL,
  PRIMARY KEY (account_id, quota_window)
) WITH (fillfactor = 50);

CREATE TABLE key_usage (
  key_id TEXT COLLATE "C" NOT NULL REFERENCES api_key (key_id),
  quota_window TEXT COLLATE "C" NOT NULL,
  units BIGINT NOT NULL,
  last_used_at TEXT COLLATE "C" NOT NULL,
  PRIMARY KEY (key_id, quota_window)
) WITH (fillfactor = 50);

CREATE TABLE idempotent_charge (
  account_id TEXT COLLATE "C" NOT NULL,
  idempotency_key TEXT COLLATE "C" NOT NULL,
  request_sha256 TEXT COLLATE "C" NOT NULL,
  charged_at TEXT COLLATE "C" NOT NULL,
  PRIMARY KEY (account_id, idempotency_key)
);

CREATE INDEX idempotent_charge_by_time ON idempotent_charge (charged_at);

-- The units and the charged requests of each day, key and endpoint. The rows of past days do not change.
CREATE TABLE usage_history (
  key_id TEXT COLLATE "C" NOT NULL REFERENCES api_key (key_id),
  usage_date TEXT COLLATE "C" NOT NULL,
  endpoint TEXT COLLATE "C" NOT NULL,
  units BIGINT NOT NULL,
  requests BIGINT NOT NULL,
  PRIMARY KEY (key_id, usage_date, endpoint)
) WITH (fillfactor = 80);

-- Orders and money

CREATE TABLE offer (
  offer_id TEXT COLLATE "C" PRIMARY KEY,
  account_id TEXT COLLATE "C" NOT NULL REFERENCES account (account_id),
  series TEXT COLLATE "C",
  units BIGINT NOT NULL CHECK (units > 0),
  requests_per_minute BIGINT NOT NULL CHECK (requests_per_minute > 0),
  keys BIGINT NOT NULL CHECK (keys > 0),
  price_idr BIGINT NOT NULL CHECK (price_idr >= 0),
  days BIGINT NOT NULL CHECK (days > 0),
  created_at TEXT COLLATE "C" NOT NULL,
  taken_by TEXT COLLATE "C",
  withdrawn_at TEXT COLLATE "C",
  expires_at TEXT COLLATE "C"
);

CREATE INDEX offer_of_account ON offer (account_id);

CREATE TABLE billing_order (
  order_id TEXT COLLATE "C" PRIMARY KEY,
  account_id TEXT COLLATE "C" NOT NULL REFERENCES account (account_id),
  kind TEXT COLLATE "C" NOT NULL CHECK (kind IN ('purchase', 'renewal', 'upgrade')),
  plan TEXT COLLATE "C" NOT NULL,
  months BIGINT,
  offer_id TEXT COLLATE "C" REFERENCES offer (offer_id),
  price_idr BIGINT NOT NULL CHECK (price_idr >= 0),
  credit_idr BIGINT NOT NULL CHECK (credit_idr >= 0),
  charge_idr BIGINT NOT NULL CHECK (charge_idr >= 0 AND charge_idr = price_idr - credit_idr),
  balance_idr BIGINT NOT NULL DEFAULT 0 CHECK (balance_idr >= 0 AND balance_idr <= charge_idr),
  owed_idr BIGINT NOT NULL DEFAULT 0 CHECK (owed_idr >= 0),
  credited_period TEXT COLLATE "C" NOT NULL,
  state TEXT COLLATE "C" NOT NULL CHECK (
    state IN ('pending', 'expired', 'paid', 'applied', 'attention', 'paid_not_applied', 'cancelled', 'refunded')
  ),
  reason TEXT COLLATE "C",
  provider TEXT COLLATE "C" NOT NULL,
  payment_url TEXT COLLATE "C",
  payment_reference TEXT COLLATE "C",
  checkout_id TEXT COLLATE "C",
  checkout_reference TEXT COLLATE "C",
  ask_at TEXT COLLATE "C",
  idempotency_key TEXT COLLATE "C",
  created_at TEXT COLLATE "C" NOT NULL,
  expires_at TEXT COLLATE "C" NOT NULL,
  paid_at TEXT COLLATE "C",
  paid_idr BIGINT,
  cancelled_at TEXT COLLATE "C",
  settled_at TEXT COLLATE "C",
  plan_effect TEXT COLLATE "C" CHECK (plan_effect IN ('kept', 'undone'))
);

CREATE INDEX billing_order_of_account ON billing_order (account_id, created_at);
CREATE UNIQUE INDEX one_order_an_idempotency_key ON billing_order (account_id, idempotency_key);
CREATE INDEX checkout_to_ask ON billing_order (ask_at);

-- An offer and its order name each other. A copy of the ledger inserts both before this is checked.
ALTER TABLE offer ADD FOREIGN KEY (taken_by) REFERENCES billing_order (order_id) DEFERRABLE;

CREATE TABLE payment (
  payment_id BIGINT PRIMARY KEY,
  account_id TEXT COLLATE "C" NOT NULL REFERENCES account (account_id),
  order_id TEXT COLLATE "C" REFERENCES billing_order (order_id),
  provider TEXT COLLATE "C" NOT NULL,
  payment_reference TEXT COLLATE "C",
  paid_idr BIGINT,
  paid_at TEXT COLLATE "C" NOT NULL,
  recorded_at TEXT COLLATE "C" NOT NULL,
  voided_at TEXT COLLATE "C"
);
ALTER TABLE payment ALTER payment_id SET DEFAULT next_id('payment', 'payment_id');

CREATE INDEX payment_of_account ON payment (account_id);
CREATE UNIQUE INDEX one_payment_a_reference ON payment (order_id, payment_reference) WHERE voided_at IS NULL;

CREATE TABLE subscription_change (
  change_id BIGINT PRIMARY KEY,
  account_id TEXT COLLATE "C" NOT NULL REFERENCES account (account_id),
  kind TEXT COLLATE "C" NOT NULL CHECK (kind IN ('created', 'purchase', 'renewal', 'upgrade', 'undo', 'value', 'grant', 'assignment')),
  order_id TEXT COLLATE "C" REFERENCES billing_order (order_id),
  changed_at TEXT COLLATE "C" NOT NULL,
  old_plan TEXT COLLATE "C",
  old_period_start TEXT COLLATE "C",
  old_period_end TEXT COLLATE "C",
  plan TEXT COLLATE "C" NOT NULL,
  months BIGINT,
  series TEXT COLLATE "C",
  period_start TEXT COLLATE "C" NOT NULL,
  period_end TEXT COLLATE "C",
  period_price_idr BIGINT NOT NULL,
  requests_per_minute BIGINT,
  units BIGINT,
  keys BIGINT,
  term_days BIGINT,
  price_idr BIGINT NOT NULL,
  credit_idr BIGINT NOT NULL,
  charge_idr BIGINT NOT NULL
);
ALTER TABLE subscription_change ALTER change_id SET DEFAULT next_id('subscription_change', 'change_id');

CREATE INDEX subscription_change_of_account ON subscription_change (account_id);

CREATE TRIGGER subscription_change_is_kept BEFORE UPDATE OR DELETE ON subscription_change FOR EACH ROW EXECUTE FUNCTION is_append_only();

CREATE TABLE audit_log (
  audit_id BIGINT PRIMARY KEY,
  recorded_at TEXT COLLATE "C" NOT NULL,
  actor TEXT COLLATE "C" NOT NULL,
  action TEXT COLLATE "C" NOT NULL,
  account_id TEXT COLLATE "C" REFERENCES account (account_id),
  order_id TEXT COLLATE "C" REFERENCES billing_order (order_id),
  reason TEXT COLLATE "C",
  details TEXT COLLATE "C" NOT NULL,
  redacted_at TEXT COLLATE "C"
);
ALTER TABLE audit_log ALTER audit_id SET DEFAULT next_id('audit_log', 'audit_id');

CREATE INDEX audit_log_of_account ON audit_log (account_id);

CREATE TRIGGER audit_log_is_kept BEFORE UPDATE OR DELETE ON audit_log FOR EACH ROW EXECUTE FUNCTION is_append_only();

CREATE TABLE money_move (
  move_id BIGINT PRIMARY KEY,
  audit_id BIGINT NOT NULL REFERENCES audit_log (audit_id),
  account_id TEXT COLLATE "C" NOT NULL REFERENCES account (account_id),
  order_id TEXT COLLATE "C" REFERENCES billing_order (order_id),
  payment_id BIGINT NOT NULL REFERENCES payment (payment_id),
  source TEXT COLLATE "C" NOT NULL CHECK (source IN ('customer', 'held', 'applied', 'credit', 'returned')),
  target TEXT COLLATE "C" NOT NULL CHECK (target IN ('customer', 'held', 'applied', 'credit', 'returned') AND target <> source),
  amount_idr BIGINT NOT NULL CHECK (amount_idr > 0),
  moved_at TEXT COLLATE "C" NOT NULL,
  booked_at TEXT COLLATE "C" NOT NULL
);
ALTER TABLE money_move ALTER move_id SET DEFAULT next_id('money_move', 'move_id');

CREATE INDEX money_move_of_order ON money_move (order_id);
CREATE INDEX money_move_of_account ON money_move (account_id);
CREATE INDEX money_move_of_payment ON money_move (payment_id);
CREATE INDEX money_move_by_time ON money_move (booked_at);

CREATE TRIGGER money_move_is_kept BEFORE UPDATE OR DELETE ON money_move FOR EACH ROW EXECUTE FUNCTION is_append_only();

CREATE TABLE closed_month (
  month TEXT COLLATE "C" PRIMARY KEY,
  ends_at TEXT COLLATE "C" NOT NULL,
  audit_id BIGINT NOT NULL REFERENCES audit_log (audit_id)
);

CREATE TRIGGER closed_month_is_kept BEFORE DELETE ON closed_month FOR EACH ROW EXECUTE FUNCTION is_append_only();

CREATE TABLE provider_payout (
  payout_id BIGINT PRIMARY KEY,
  provider TEXT COLLATE "C" NOT NULL,
  reference TEXT COLLATE "C" NOT NULL,
  amount_idr BIGINT NOT NULL,
  fee_idr BIGINT NOT NULL,
  paid_at TEXT COLLATE "C" NOT NULL,
  booked_at TEXT COLLATE "C" NOT NULL,
  audit_id BIGINT NOT NULL REFERENCES audit_log (audit_id)
);
ALTER TABLE provider_payout ALTER payout_id SET DEFAULT next_id('provider_payout', 'payout_id');

CREATE TRIGGER provider_payout_is_kept BEFORE UPDATE OR DELETE ON provider_payout FOR EACH ROW EXECUTE FUNCTION is_append_only();

CREATE TABLE billing_details (
  account_id TEXT COLLATE "C" PRIMARY KEY REFERENCES account (account_id),
  name TEXT COLLATE "C",
  address TEXT COLLATE "C",
  tax_id TEXT COLLATE "C",
  changed_at TEXT COLLATE "C" NOT NULL
);

CREATE TABLE invoice (
  invoice_id BIGINT PRIMARY KEY,
  number TEXT COLLATE "C" NOT NULL UNIQUE,
  kind TEXT COLLATE "C" NOT NULL CHECK (kind IN ('invoice', 'credit_note')),
  year BIGINT NOT NULL,
  sequence BIGINT NOT NULL CHECK (sequence > 0),
  account_id TEXT COLLATE "C" NOT NULL REFERENCES account (account_id),
  order_id TEXT COLLATE "C" REFERENCES billing_order (order_id),
  invoice_number TEXT COLLATE "C" REFERENCES invoice (number),
  audit_id BIGINT NOT NULL REFERENCES audit_log (audit_id),
  issued_at TEXT COLLATE "C" NOT NULL,
  total_idr BIGINT NOT NULL CHECK (total_idr > 0),
  tax_idr BIGINT NOT NULL CHECK (tax_idr >= 0 AND tax_idr <= total_idr),
  document TEXT COLLATE "C" NOT NULL,
  tax_invoice_number TEXT COLLATE "C" UNIQUE,
  UNIQUE (kind, year, sequence),
  CHECK ((kind = 'credit_note') = (invoice_number IS NOT NULL))
);
ALTER TABLE invoice ALTER invoice_id SET DEFAULT next_id('invoice', 'invoice_id');

CREATE INDEX invoice_of_account ON invoice (account_id);
CREATE INDEX credit_notes_of_invoice ON invoice (invoice_number);
CREATE INDEX invoice_of_order ON invoice (order_id);
CREATE INDEX invoice_of_audit_entry ON invoice (audit_id);

CREATE TRIGGER invoice_is_kept BEFORE DELETE OR UPDATE OF
  invoice_id, number, kind, year, sequence, account_id, order_id, invoice_number, audit_id, issued_at, total_idr, tax_idr, document
ON invoice FOR EACH ROW EXECUTE FUNCTION is_append_only();

-- People and sessions

CREATE TABLE person (
  person_id TEXT COLLATE "C" PRIMARY KEY,
  email TEXT COLLATE "C" NOT NULL,
  is_operator BIGINT NOT NULL DEFAULT 0 CHECK (is_operator IN (0, 1)),
  created_at TEXT COLLATE "C" NOT NULL
);

CREATE UNIQUE INDEX one_person_an_email ON person (lower(email));

CREATE TABLE membership (
  account_id TEXT COLLATE "C" NOT NULL REFERENCES account (account_id),
  person_id TEXT COLLATE "C" NOT NULL REFERENCES person (person_id),
  role TEXT COLLATE "C" NOT NULL CHECK (role IN ('owner', 'member')),
  created_at TEXT COLLATE "C" NOT NULL,
  PRIMARY KEY (account_id, person_id)
);

CREATE INDEX membership_of_person ON membership (person_id);

CREATE TABLE invitation (
  invitation_id TEXT COLLATE "C" PRIMARY KEY,
  email TEXT COLLATE "C" NOT NULL,
  account_id TEXT COLLATE "C" REFERENCES account (account_id),
  role TEXT COLLATE "C" NOT NULL CHECK (role IN ('owner', 'member')),
  created_at TEXT COLLATE "C" NOT NULL,
  expires_at TEXT COLLATE "C" NOT NULL,
  accepted_at TEXT COLLATE "C"
);

CREATE INDEX invitation_of_email ON invitation (lower(email));

CREATE TABLE sign_in_code (
  code_id TEXT COLLATE "C" PRIMARY KEY,
  email TEXT COLLATE "C" NOT NULL,
  requested_from TEXT COLLATE "C" NOT NULL,
  recipient TEXT COLLATE "C" NOT NULL,
  sha256 BYTEA NOT NULL,
  link_sha256 BYTEA,
  browser_attempts BIGINT NOT NULL DEFAULT 0,
  network_attempts BIGINT NOT NULL DEFAULT 0,
  attempts BIGINT NOT NULL DEFAULT 0,
  created_at TEXT COLLATE "C" NOT NULL,
  expires_at TEXT COLLATE "C" NOT NULL,
  used_at TEXT COLLATE "C"
);

CREATE INDEX sign_in_code_of_email ON sign_in_code (lower(email), created_at);
CREATE INDEX sign_in_code_by_time ON sign_in_code (created_at);
CREATE INDEX sign_in_code_of_nobody ON sign_in_code (created_at, code_id) WHERE recipient = 'nobody';

CREATE TABLE session (
  sha256 BYTEA PRIMARY KEY,
  person_id TEXT COLLATE "C" REFERENCES person (person_id) ON DELETE CASCADE,
  key_id TEXT COLLATE "C" REFERENCES api_key (key_id),
  account_id TEXT COLLATE "C" REFERENCES account (account_id),
  csrf_secret TEXT COLLATE "C" NOT NULL,
  created_at TEXT COLLATE "C" NOT NULL,
  last_seen_at TEXT COLLATE "C" NOT NULL,
  CHECK ((person_id IS NULL) <> (key_id IS NULL))
);

CREATE INDEX session_of_person ON session (person_id);
CREATE INDEX session_of_key ON session (key_id);
CREATE INDEX session_by_time ON session (last_seen_at);

-- Events and notices

CREATE TABLE event (
  event_id TEXT COLLATE "C" PRIMARY KEY,
  event_key TEXT COLLATE "C" NOT NULL UNIQUE,
  kind TEXT COLLATE "C" NOT NULL,
  account_id TEXT COLLATE "C" REFERENCES account (account_id),
  occurred_at TEXT COLLATE "C" NOT NULL,
  data TEXT COLLATE "C" NOT NULL,
  distributed_at TEXT COLLATE "C"
);

CREATE INDEX event_to_distribute ON event (occurred_at) WHERE distributed_at IS NULL;
CREATE INDEX event_of_account ON event (account_id);

CREATE TABLE notice_settings (
  account_id TEXT COLLATE "C" PRIMARY KEY REFERENCES account (account_id),
  language TEXT COLLATE "C" CHECK (language IN ('en', 'id')),
  email_events TEXT COLLATE "C"
);

CREATE TABLE webhook (
  webhook_id TEXT COLLATE "C" PRIMARY KEY,
  account_id TEXT COLLATE "C" NOT NULL REFERENCES account (account_id),
  url TEXT COLLATE "C" NOT NULL,
  events TEXT COLLATE "C" NOT NULL,
  secret TEXT COLLATE "C" NOT NULL,
  created_at TEXT COLLATE "C" NOT NULL,
  failing_since TEXT COLLATE "C",
  disabled_at TEXT COLLATE "C"
);

CREATE INDEX webhook_of_account ON webhook (account_id);

CREATE TABLE saved_item (
  saved_id TEXT COLLATE "C" PRIMARY KEY,
  account_id TEXT COLLATE "C" NOT NULL REFERENCES account (account_id),
  kind TEXT COLLATE "C" NOT NULL CHECK (kind IN ('screen', 'watchlist')),
  name TEXT COLLATE "C" NOT NULL,
  content TEXT COLLATE "C" NOT NULL,
  created_at TEXT COLLATE "C" NOT NULL,
  changed_at TEXT COLLATE "C" NOT NULL
);

CREATE INDEX saved_item_of_account ON saved_item (account_id);

CREATE TABLE notice (
  notice_id TEXT COLLATE "C" PRIMARY KEY,
  event_id TEXT COLLATE "C" NOT NULL REFERENCES event (event_id),
  account_id TEXT COLLATE "C" REFERENCES account (account_id),
  webhook_id TEXT COLLATE "C" REFERENCES webhook (webhook_id),
  state TEXT COLLATE "C" NOT NULL CHECK (state IN ('pending', 'delivered', 'failed', 'not_sent')),
  created_at TEXT COLLATE "C" NOT NULL,
  attempts BIGINT NOT NULL,
  next_attempt_at TEXT COLLATE "C",
  last_attempt_at TEXT COLLATE "C",
  settled_at TEXT COLLATE "C",
  last_status BIGINT,
  last_error TEXT COLLATE "C"
);

CREATE INDEX notice_due ON notice (next_attempt_at) WHERE state = 'pending';
CREATE INDEX notice_of_webhook ON notice (webhook_id, created_at);
CREATE INDEX notice_of_event ON notice (event_id);
CREATE INDEX notice_of_account ON notice (account_id, created_at);

-- Servers

CREATE TABLE incident (
  incident_id TEXT COLLATE "C" PRIMARY KEY,
  title TEXT COLLATE "C" NOT NULL,
  details TEXT COLLATE "C" NOT NULL,
  started_at TEXT COLLATE "C" NOT NULL,
  resolved_at TEXT COLLATE "C"
);

CREATE TABLE server_secret (
  name TEXT COLLATE "C" PRIMARY KEY,
  secret TEXT COLLATE "C" NOT NULL
);

CREATE TABLE health_check (
  health_check_id BIGINT PRIMARY KEY CHECK (health_check_id = 1),
  checked_at TEXT COLLATE "C" NOT NULL
);

-- Charges

-- A charge of units to an account and a key.
CREATE TYPE charge AS (
  account_id TEXT COLLATE "C",
  key_id TEXT COLLATE "C",
  quota_window TEXT COLLATE "C",
  unit_limit BIGINT,
  -- Negative to take a charge back.
  units BIGINT,
  charged_at TEXT COLLATE "C",
  -- Null, like the next two, for a charge without an Idempotency-Key.
  idempotency_key TEXT COLLATE "C",
  request_sha256 TEXT COLLATE "C",
  -- Charges up to this time are expired.
  after TEXT COLLATE "C"
);

-- Charges an array of charges one after the other, with the meaning of src/commerce/accounts/quota/charges.ts. Returns an array in the same order:
--   {"outcome": "charged", "used": N}  N are the used units of the account in the window after this charge
--   {"outcome": "over_limit"}          the charge would exceed the limit
--   {"outcome": "repeated"}            the same request with the same Idempotency-Key was charged before
--   {"outcome": "conflicting"}         another request with the same Idempotency-Key was charged before
-- For READ COMMITTED: each statement sees what the locks before it waited for. All calls lock rows in the same order (accounts, the
-- windows of accounts, keys), so none waits for another in a circle.
-- Every table is read by an index: a plan of a session lives on when the tables that were empty have grown.
CREATE FUNCTION charge_units(charges JSONB) RETURNS JSONB LANGUAGE plpgsql
SET enable_seqscan = off
SET enable_hashjoin = off
SET enable_mergejoin = off
SET jit = off
AS $$
DECLARE
  batch charge[];
  next RECORD;
  outcomes TEXT[] := array_fill(NULL::TEXT, ARRAY[jsonb_array_length(charges)]);
  used_after BIGINT[] := array_fill(NULL::BIGINT, ARRAY[jsonb_array_length(charges)]);
  has_idempotency BOOLEAN;
  outcome TEXT;
  account_now TEXT;
  window_now TEXT;
  used BIGINT;
  -- Of the account, by window: the units used, except of the current window.
  other_windows JSONB;
  -- Of the account, by Idempotency-Key: the request that this call charged. Only of keys that several charges have.
  requests JSONB;
BEGIN
  -- The order of the rows is that of the array. Reading the JSON costs more than all else, so it is read once.
  SELECT array_agg(each::charge), bool_or(each.idempotency_key IS NOT NULL) INTO batch, has_idempotency
  FROM jsonb_populate_recordset(NULL::charge, charges) AS each;

  IF has_idempotency THEN
    -- Two servers whose clocks differ may charge the same request to different windows.
    PERFORM FROM account
    WHERE account_id IN (
      SELECT each.account_id FROM unnest(batch) AS each
      WHERE each.idempotency_key IS NOT NULL
    )
    ORDER BY account_id FOR NO KEY UPDATE;
  END IF;

  INSERT INTO account_usage (account_id, quota_window, units)
  SELECT DISTINCT each.account_id, each.quota_window, 0 FROM unnest(batch) AS each
  WHERE NOT has_idempotency OR NOT EXISTS (
    SELECT FROM idempotent_charge AS earlier
    WHERE earlier.account_id = each.account_id AND earlier.idempotency_key = each.idempotency_key
      AND earlier.charged_at > each.after
  )
  ORDER BY each.account_id, each.quota_window
  ON CONFLICT DO NOTHING;

  PERFORM FROM account_usage AS usage
  WHERE (usage.account_id, usage.quota_window) IN (
    SELECT each.account_id, each.quota_window FROM unnest(batch) AS each
  )
  ORDER BY usage.account_id, usage.quota_window FOR UPDATE;

  FOR next IN
    SELECT
      each.*, usage.units AS used_before, earlier.request_sha256 AS earlier_sha256,
      CASE WHEN each.idempotency_key IS NOT NULL THEN
        count(*) OVER (PARTITION BY each.account_id, each.idempotency_key) > 1
      END AS has_copies
    FROM unnest(batch) WITH ORDINALITY AS each
    LEFT JOIN account_usage AS usage USING (account_id, quota_window)
    LEFT JOIN idempotent_charge AS earlier
      ON has_idempotency AND earlier.account_id = each.account_id AND earlier.idempotency_key = each.idempotency_key
      AND earlier.charged_at > each.after
    ORDER BY each.account_id, each.ordinality
  LOOP
    IF account_now IS DISTINCT FROM next.account_id THEN
      account_now := next.account_id;
      window_now := next.quota_window;
      used := next.used_before;
      other_windows := '{}';
      requests := '{}';
    ELSIF window_now <> next.quota_window THEN
      other_windows := other_windows || jsonb_build_object(window_now, used);
      window_now := next.quota_window;
      used := coalesce((other_windows ->> window_now)::BIGINT, next.used_before);
    END IF;

    IF next.has_copies THEN
      next.earlier_sha256 := coalesce(next.earlier_sha256, requests ->> next.idempotency_key);
    END IF;
    IF next.earlier_sha256 IS NOT NULL THEN
      outcome := CASE next.earlier_sha256 WHEN next.request_sha256 THEN 'repeated' ELSE 'conflicting' END;
    ELSIF next.units < 0 OR used + next.units <= next.unit_limit THEN
      outcome := 'charged';
      used := used + next.units;
      used_after[next.ordinality] := used;
      IF next.has_copies THEN
        requests := requests || jsonb_build_object(next.idempotency_key, next.request_sha256);
      END IF;
    ELSE
      outcome := 'over_limit';
    END IF;
    outcomes[next.ordinality] := outcome;
  END LOOP;

  WITH charged AS MATERIALIZED (
    SELECT each.* FROM unnest(batch) WITH ORDINALITY AS each
    WHERE outcomes[each.ordinality] = 'charged'
  ),
  of_accounts AS (
    UPDATE account_usage SET units = account_usage.units + summed.units
    FROM (
      SELECT charged.account_id, charged.quota_window, sum(charged.units)::BIGINT AS units FROM charged GROUP BY 1, 2
    ) AS summed
    WHERE account_usage.account_id = summed.account_id AND account_usage.quota_window = summed.quota_window
  )
  INSERT INTO key_usage (key_id, quota_window, units, last_used_at)
  SELECT
    charged.key_id, charged.quota_window, sum(charged.units),
    (array_agg(charged.charged_at ORDER BY charged.ordinality DESC))[1]
  FROM charged
  GROUP BY 1, 2
  ORDER BY 1, 2
  ON CONFLICT (key_id, quota_window)
  DO UPDATE SET units = key_usage.units + excluded.units, last_used_at = excluded.last_used_at;

  IF has_idempotency THEN
    INSERT INTO idempotent_charge (account_id, idempotency_key, request_sha256, charged_at)
    SELECT each.account_id, each.idempotency_key, each.request_sha256, each.charged_at
    FROM unnest(batch) WITH ORDINALITY AS each
    WHERE each.idempotency_key IS NOT NULL AND outcomes[each.ordinality] = 'charged'
    ORDER BY 1, 2
    ON CONFLICT (account_id, idempotency_key)
    DO UPDATE SET request_sha256 = excluded.request_sha256, charged_at = excluded.charged_at;

    -- At most 10 for each charge, because this runs in the transaction of the charges. Another call may hold some of them: waiting for
    -- it could end in a deadlock.
    DELETE FROM idempotent_charge
    WHERE (account_id, idempotency_key) IN (
      SELECT expired.account_id, expired.idempotency_key FROM idempotent_charge AS expired
      WHERE expired.charged_at <= (
        SELECT min(each.after) FROM unnest(batch) AS each
      )
      LIMIT 10 * (
        SELECT count(*) FROM unnest(batch) WITH ORDINALITY AS each
        WHERE each.idempotency_key IS NOT NULL AND outcomes[each.ordinality] = 'charged'
      )
      FOR UPDATE SKIP LOCKED
    );
  END IF;

  RETURN (
    SELECT coalesce(jsonb_agg(
      CASE WHEN each.used IS NULL THEN jsonb_build_object('outcome', each.outcome)
      ELSE jsonb_build_object('outcome', each.outcome, 'used', each.used) END
      ORDER BY each.ordinality
    ), '[]')
    FROM unnest(outcomes, used_after) WITH ORDINALITY AS each (outcome, used, ordinality)
  );
END $$;

-- Batches of charges, with their results. A server that has lost its connection sends a batch again, and gets the results of the batch
-- that was committed. A batch that was taken back has no results.
CREATE TABLE charge_batch (
  batch_id TEXT COLLATE "C" PRIMARY KEY,
  results JSONB NOT NULL,
  written_at TIMESTAMPTZ NOT NULL DEFAULT now()
);

CREATE INDEX charge_batch_by_time ON charge_batch (written_at);

-- The functions below have the usage of a batch as arrays with an entry for each charge, day and endpoint. `place` is that of the charge in
-- the batch, from 0.

-- Writes a batch once, however often it is sent, and counts the usage of the charges that were made. Returns the results of the charges, in
-- their order. It stores only the results: the server that gives the batch up sends the charges again. The rows of usage_history are locked
-- after those that charge_units locks, and in one order, so no call waits for another in a circle.
CREATE FUNCTION charge_batch(
  wanted_id TEXT, wanted JSONB,
  places INTEGER[], key_ids TEXT[], usage_dates TEXT[], endpoints TEXT[], all_units BIGINT[], all_requests BIGINT[]
) RETURNS JSONB LANGUAGE plpgsql AS $$
DECLARE
  written JSONB;
BEGIN
  INSERT INTO charge_batch (batch_id, results) VALUES (wanted_id, '[]')
  ON CONFLICT (batch_id) DO NOTHING;
  IF NOT found THEN
    SELECT results INTO written FROM charge_batch WHERE batch_id = wanted_id;
    RETURN written;
  END IF;
  written := charge_units(wanted);
  UPDATE charge_batch SET results = written WHERE batch_id = wanted_id;
  INSERT INTO usage_history (key_id, usage_date, endpoint, units, requests)
  SELECT each.key_id, each.usage_date, each.endpoint, sum(each.units), sum(each.requests)
  FROM unnest(places, key_ids, usage_dates, endpoints, all_units, all_requests)
    AS each (place, key_id, usage_date, endpoint, units, requests)
  WHERE written -> each.place ->> 'outcome' = 'charged'
  GROUP BY 1, 2, 3
  ORDER BY 1, 2, 3
  ON CONFLICT (key_id, usage_date, endpoint)
  DO UPDATE SET units = usage_history.units + excluded.units, requests = usage_history.requests + excluded.requests;
  RETURN written;
END $$;

-- Takes back the charges of a batch whose requests were refused, because its results did not arrive, with their usage. A charge with an
-- Idempotency-Key stays: the next request with this key is free.
CREATE FUNCTION take_back_charge_batch(
  wanted_id TEXT, wanted JSONB,
  places INTEGER[], key_ids TEXT[], usage_dates TEXT[], endpoints TEXT[], all_units BIGINT[], all_requests BIGINT[]
) RETURNS VOID LANGUAGE plpgsql AS $$
DECLARE
  written JSONB;
  taken_back JSONB;
BEGIN
  -- A batch that has a row cannot be written later.
  INSERT INTO charge_batch (batch_id, results) VALUES (wanted_id, '[]')
  ON CONFLICT (batch_id) DO NOTHING;
  -- Another try of a server that lost its connection may still be taking the charges back.
  SELECT results INTO written FROM charge_batch WHERE batch_id = wanted_id FOR UPDATE;
  SELECT jsonb_agg(charge || jsonb_build_object('units', -(charge ->> 'units')::BIGINT))
  INTO taken_back
  FROM jsonb_array_elements(wanted) WITH ORDINALITY AS charge_at (charge, number)
  WHERE written -> number::INTEGER - 1 ->> 'outcome' = 'charged' AND charge ->> 'idempotency_key' IS NULL;
  IF taken_back IS NULL THEN RETURN; END IF;
  PERFORM charge_units(taken_back);
  INSERT INTO usage_history (key_id, usage_date, endpoint, units, requests)
  SELECT each.key_id, each.usage_date, each.endpoint, -sum(each.units), -sum(each.requests)
  FROM unnest(places, key_ids, usage_dates, endpoints, all_units, all_requests)
    AS each (place, key_id, usage_date, endpoint, units, requests)
  WHERE written -> each.place ->> 'outcome' = 'charged' AND wanted -> each.place ->> 'idempotency_key' IS NULL
  GROUP BY 1, 2, 3
  ORDER BY 1, 2, 3
  ON CONFLICT (key_id, usage_date, endpoint)
  DO UPDATE SET units = usage_history.units + excluded.units, requests = usage_history.requests + excluded.requests;
  UPDATE charge_batch SET results = '[]' WHERE batch_id = wanted_id;
END $$;

-- Rate limits

-- The requests of each account in the window of the rate limit, counted for all servers. Unlogged: after a crash of the database it is
-- empty, and the windows start empty.
CREATE UNLOGGED TABLE request_rate (
  account_id TEXT COLLATE "C" PRIMARY KEY,
  -- When requests were counted, in ascending order, and how many each time.
  times TIMESTAMPTZ[] NOT NULL DEFAULT '{}',
  counts INTEGER[] NOT NULL DEFAULT '{}',
  -- The sum of the counts.
  total INTEGER NOT NULL DEFAULT 0,
  newest_at TIMESTAMPTZ NOT NULL DEFAULT clock_timestamp()
) WITH (fillfactor = 50, autovacuum_vacuum_scale_factor = 0.05);

-- The arrays change with every batch of requests, so their compression would cost more than it saves.
ALTER TABLE request_rate ALTER COLUMN times SET STORAGE EXTERNAL, ALTER COLUMN counts SET STORAGE EXTERNAL;

-- Counts requests in their order, unless their account has as many as its limit in the time before, which is `span`. A refused request
-- does not count. Returns a row for each request, in the same order:
--   is_allowed
--   remaining   requests that remain
--   reset_s     seconds until the oldest request leaves the window; at least 1
-- Only the clock of the database counts, so the clocks of the servers do not matter. All calls lock the accounts in the same order, so
-- none waits for another in a circle; the time is read after the lock.
CREATE FUNCTION take_rates(account_ids TEXT[], limits BIGINT[], span INTERVAL)
RETURNS TABLE (is_allowed BOOLEAN, remaining BIGINT, reset_s INTEGER) LANGUAGE plpgsql
SET enable_seqscan = off
SET jit = off
AS $$
DECLARE
  next RECORD;
  -- The columns of the row of the account.
  old_times TIMESTAMPTZ[];
  old_counts INTEGER[];
  old_total INTEGER;
  now_at TIMESTAMPTZ;
  counted_at TIMESTAMPTZ;
  first INTEGER;
  last INTEGER;
  new_total INTEGER;
  reset INTEGER;
  place INTEGER;
  are_allowed BOOLEAN[] := array_fill(NULL::BOOLEAN, ARRAY[cardinality(account_ids)]);
  all_remaining BIGINT[] := array_fill(NULL::BIGINT, ARRAY[cardinality(account_ids)]);
  resets INTEGER[] := array_fill(NULL::INTEGER, ARRAY[cardinality(account_ids)]);
BEGIN
  FOR next IN
    SELECT request.id, array_agg(request.place ORDER BY request.place) AS places, max(request.bound) AS bound
    FROM unnest(account_ids, limits) WITH ORDINALITY AS request (id, bound, place)
    GROUP BY request.id
    ORDER BY request.id COLLATE "C"
  LOOP
    LOOP
      SELECT times, counts, total INTO old_times, old_counts, old_total
      FROM request_rate WHERE account_id = next.id FOR UPDATE;
      EXIT WHEN found;
      INSERT INTO request_rate (account_id) VALUES (next.id) ON CONFLICT DO NOTHING;
    END LOOP;
    now_at := clock_timestamp();
    last := cardinality(old_times);
    -- There are times in the future if the clock of the database was set back. The window starts empty.
    IF last > 0 AND old_times[last] > now_at + INTERVAL '1 second' THEN
      old_times := '{}';
      old_counts := '{}';
      old_total := 0;
      last := 0;
    END IF;
    first := 1;
    WHILE first <= last AND old_times[first] <= now_at - span LOOP
      old_total := old_total - old_counts[first];
      first := first + 1;
    END LOOP;
    -- More than 5,000 times are slow to write. A request of a larger limit counts from the end of its second: it leaves the window up to
    -- a second late, so an account gets up to a second's share less than its limit, and never more.
    counted_at := CASE WHEN next.bound > 5000 THEN date_trunc('second', now_at) + INTERVAL '1 second' ELSE now_at END;
    new_total := old_total;
    FOREACH place IN ARRAY next.places LOOP
      are_allowed[place] := new_total < limits[place];
      IF are_allowed[place] THEN new_total := new_total + 1; END IF;
      all_remaining[place] := greatest(limits[place] - new_total, 0);
    END LOOP;
    reset := CASE WHEN new_total = 0 THEN 1 ELSE greatest(1, ceil(extract(
      epoch FROM CASE WHEN first <= last THEN old_times[first] ELSE counted_at END + span - now_at
    ))) END;
    FOREACH place IN ARRAY next.places LOOP
      resets[place] := reset;
    END LOOP;
    IF new_total > old_total THEN
      IF first <= last AND old_times[last] >= counted_at THEN
        old_counts[last] := old_counts[last] + new_total - old_total;
      ELSE
        old_times := old_times || counted_at;
        old_counts := old_counts || (new_total - old_total);
      END IF;
      UPDATE request_rate
      SET times = old_times[first:], counts = old_counts[first:], total = new_total, newest_at = now_at
      WHERE account_id = next.id;
    END IF;
  END LOOP;
  RETURN QUERY SELECT * FROM unnest(are_allowed, all_remaining, resets);
END $$;
