-- The ledger, as the migrations of SQLite make it; the meaning of tables and columns is described there. Text compares by its bytes,
-- like SQLite's. Days and times are ISO text.

-- The number of the newest migration that was applied.
CREATE TABLE ledger_schema (version BIGINT NOT NULL);
INSERT INTO ledger_schema (version) VALUES (1);

-- Counts the writes other than usage: cached reads stay valid while it is unchanged.
CREATE TABLE ledger_change (change BIGINT NOT NULL);
INSERT INTO ledger_change (change) VALUES (0);

CREATE TABLE publication (
  trade_date TEXT COLLATE "C" NOT NULL,
  revision BIGINT NOT NULL,
  state TEXT COLLATE "C" NOT NULL CHECK (state IN ('intended', 'published', 'replaced', 'abandoned')),
  source_name TEXT COLLATE "C" NOT NULL,
  source_sha256 TEXT COLLATE "C" NOT NULL,
  duplicates BIGINT NOT NULL,
  trades_rows BIGINT NOT NULL,
  trades_sha256 TEXT COLLATE "C" NOT NULL,
  broker_day_rows BIGINT NOT NULL,
  broker_day_sha256 TEXT COLLATE "C" NOT NULL,
  intended_at TEXT COLLATE "C" NOT NULL,
  published_at TEXT COLLATE "C",
  ingested_by TEXT COLLATE "C" NOT NULL DEFAULT '',
  replaced_at TEXT COLLATE "C",
  trades_digest TEXT COLLATE "C",
  value BIGINT,
  ticker_day_sha256 TEXT COLLATE "C",
  PRIMARY KEY (trade_date, revision)
);

CREATE UNIQUE INDEX one_published_revision_a_day ON publication (trade_date) WHERE state = 'published';
CREATE UNIQUE INDEX one_intended_revision_a_day ON publication (trade_date) WHERE state = 'intended';

CREATE TABLE serving_file (
  month TEXT COLLATE "C" PRIMARY KEY,
  file_name TEXT COLLATE "C" NOT NULL,
  sha256 TEXT COLLATE "C" NOT NULL,
  build BIGINT NOT NULL DEFAULT 1,
  built_at TEXT COLLATE "C" NOT NULL
);

CREATE TABLE market_files (
  month TEXT COLLATE "C" PRIMARY KEY,
  name TEXT COLLATE "C" NOT NULL,
  days TEXT COLLATE "C" NOT NULL,
  broker_rows_sha256 TEXT COLLATE "C" NOT NULL,
  broker_sums_sha256 TEXT COLLATE "C" NOT NULL,
  ticker_rows_sha256 TEXT COLLATE "C" NOT NULL,
  build BIGINT NOT NULL DEFAULT 1,
  built_at TEXT COLLATE "C" NOT NULL
);

CREATE TABLE day_facts (
  trade_date TEXT COLLATE "C" PRIMARY KEY,
  trades_sha256 TEXT COLLATE "C" NOT NULL,
  version BIGINT NOT NULL,
  facts TEXT COLLATE "C" NOT NULL
);

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
  UNIQUE (trade_date, revision, official_sha256)
);

CREATE TABLE official_file (
  source TEXT COLLATE "C" PRIMARY KEY,
  stamp TEXT COLLATE "C" NOT NULL,
  trade_date TEXT COLLATE "C" NOT NULL,
  revision BIGINT NOT NULL,
  official_sha256 TEXT COLLATE "C" NOT NULL
);

CREATE TABLE source_file (
  source TEXT COLLATE "C" PRIMARY KEY,
  trade_date TEXT COLLATE "C",
  stamp TEXT COLLATE "C" NOT NULL,
  outcome TEXT COLLATE "C" NOT NULL CHECK (outcome IN ('published', 'unchanged', 'rejected', 'held', 'absent')),
  reason TEXT COLLATE "C",
  kept_at TEXT COLLATE "C",
  seen_at TEXT COLLATE "C" NOT NULL
);

CREATE TABLE dismissed_file (
  source TEXT COLLATE "C" PRIMARY KEY,
  stamp TEXT COLLATE "C" NOT NULL,
  reason TEXT COLLATE "C" NOT NULL,
  dismissed_at TEXT COLLATE "C" NOT NULL
);

CREATE TABLE health_check (
  health_check_id BIGINT PRIMARY KEY CHECK (health_check_id = 1),
  checked_at TEXT COLLATE "C" NOT NULL
);

CREATE TABLE serving_damage (
  damage_id BIGINT PRIMARY KEY,
  file_name TEXT COLLATE "C" NOT NULL,
  problem TEXT COLLATE "C" NOT NULL,
  found_at TEXT COLLATE "C" NOT NULL,
  failure TEXT COLLATE "C",
  rebuilt_at TEXT COLLATE "C"
);

CREATE UNIQUE INDEX one_open_damage_a_file ON serving_damage (file_name) WHERE rebuilt_at IS NULL;

CREATE FUNCTION serving_damage_is_bounded() RETURNS TRIGGER LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM serving_damage WHERE damage_id <= new.damage_id - 100;
  RETURN NULL;
END $$;
CREATE TRIGGER serving_damage_is_bounded AFTER INSERT ON serving_damage
FOR EACH ROW EXECUTE FUNCTION serving_damage_is_bounded();

CREATE TABLE account (
  account_id TEXT COLLATE "C" PRIMARY KEY,
  email TEXT COLLATE "C" NOT NULL,
  plan TEXT COLLATE "C" NOT NULL,
  period_start TEXT COLLATE "C" NOT NULL,
  period_end TEXT COLLATE "C",
  created_at TEXT COLLATE "C" NOT NULL,
  requests_per_minute BIGINT,
  units BIGINT,
  keys BIGINT,
  months BIGINT,
  period_price_idr BIGINT NOT NULL DEFAULT 0,
  series TEXT COLLATE "C"
);

-- With the collation "C" only the letters A to Z match in either case, as with NOCASE in SQLite.
CREATE UNIQUE INDEX one_account_an_email ON account (lower(email));

CREATE TABLE api_key (
  key_id TEXT COLLATE "C" PRIMARY KEY,
  account_id TEXT COLLATE "C" NOT NULL REFERENCES account (account_id),
  name TEXT COLLATE "C" NOT NULL,
  kind TEXT COLLATE "C" NOT NULL CHECK (kind IN ('api', 'mcp')),
  sha256 BYTEA NOT NULL UNIQUE,
  masked TEXT COLLATE "C" NOT NULL,
  created_at TEXT COLLATE "C" NOT NULL,
  revoked_at TEXT COLLATE "C"
);

CREATE INDEX api_key_of_account ON api_key (account_id);
CREATE UNIQUE INDEX one_live_mcp_key_an_account ON api_key (account_id) WHERE kind = 'mcp' AND revoked_at IS NULL;

-- Pages are left partly empty, so that an update of the units stays within its page and writes to no index.
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
  taken_by TEXT COLLATE "C"
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
  credited_period TEXT COLLATE "C" NOT NULL,
  state TEXT COLLATE "C" NOT NULL CHECK (state IN ('pending', 'paid', 'applied', 'paid_not_applied', 'cancelled', 'refunded')),
  reason TEXT COLLATE "C",
  provider TEXT COLLATE "C" NOT NULL,
  payment_url TEXT COLLATE "C",
  payment_reference TEXT COLLATE "C",
  idempotency_key TEXT COLLATE "C",
  created_at TEXT COLLATE "C" NOT NULL,
  expires_at TEXT COLLATE "C" NOT NULL,
  paid_at TEXT COLLATE "C",
  paid_idr BIGINT,
  cancelled_at TEXT COLLATE "C",
  settled_at TEXT COLLATE "C"
);

CREATE INDEX billing_order_of_account ON billing_order (account_id, created_at);
CREATE UNIQUE INDEX one_order_an_idempotency_key ON billing_order (account_id, idempotency_key);

-- An offer and its order name each other. A copy of the ledger inserts both before this is checked.
ALTER TABLE offer ADD FOREIGN KEY (taken_by) REFERENCES billing_order (order_id) DEFERRABLE;

CREATE TABLE payment (
  order_id TEXT COLLATE "C" NOT NULL REFERENCES billing_order (order_id),
  provider TEXT COLLATE "C" NOT NULL,
  payment_reference TEXT COLLATE "C" NOT NULL,
  paid_idr BIGINT,
  paid_at TEXT COLLATE "C" NOT NULL,
  PRIMARY KEY (order_id, provider, payment_reference)
);

CREATE TABLE subscription_change (
  change_id BIGINT PRIMARY KEY,
  account_id TEXT COLLATE "C" NOT NULL REFERENCES account (account_id),
  kind TEXT COLLATE "C" NOT NULL CHECK (kind IN ('created', 'purchase', 'renewal', 'upgrade')),
  order_id TEXT COLLATE "C" UNIQUE REFERENCES billing_order (order_id),
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
  price_idr BIGINT NOT NULL,
  credit_idr BIGINT NOT NULL,
  charge_idr BIGINT NOT NULL
);

CREATE INDEX subscription_change_of_account ON subscription_change (account_id);

CREATE FUNCTION subscription_change_is_kept() RETURNS TRIGGER LANGUAGE plpgsql AS $$
BEGIN
  RAISE 'A record of what was sold is never %', CASE tg_op WHEN 'UPDATE' THEN 'changed' ELSE 'deleted' END;
END $$;
CREATE TRIGGER subscription_change_is_kept BEFORE UPDATE OR DELETE ON subscription_change
FOR EACH ROW EXECUTE FUNCTION subscription_change_is_kept();

-- Numbers a new row like an INTEGER PRIMARY KEY of SQLite: one more than the largest number. A sequence would skip numbers, and would not
-- learn of the numbers that note_official_check assigns. The lock serialises the inserts of a table until the end of the transaction.
CREATE FUNCTION next_check_id() RETURNS BIGINT LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_advisory_xact_lock('official_check'::regclass::oid::bigint);
  RETURN (SELECT coalesce(max(check_id), 0) + 1 FROM official_check);
END $$;
ALTER TABLE official_check ALTER check_id SET DEFAULT next_check_id();

CREATE FUNCTION next_damage_id() RETURNS BIGINT LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_advisory_xact_lock('serving_damage'::regclass::oid::bigint);
  RETURN (SELECT coalesce(max(damage_id), 0) + 1 FROM serving_damage);
END $$;
ALTER TABLE serving_damage ALTER damage_id SET DEFAULT next_damage_id();

CREATE FUNCTION next_change_id() RETURNS BIGINT LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_advisory_xact_lock('subscription_change'::regclass::oid::bigint);
  RETURN (SELECT coalesce(max(change_id), 0) + 1 FROM subscription_change);
END $$;
ALTER TABLE subscription_change ALTER change_id SET DEFAULT next_change_id();
