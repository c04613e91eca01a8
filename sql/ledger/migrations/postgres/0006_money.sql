-- Orders, refunds and credit; the migration of SQLite with this name describes the tables and columns.

ALTER TABLE billing_order ADD COLUMN balance_idr BIGINT NOT NULL DEFAULT 0 CHECK (balance_idr >= 0 AND balance_idr <= charge_idr);
ALTER TABLE billing_order ADD COLUMN attention TEXT COLLATE "C";
ALTER TABLE billing_order ADD COLUMN plan_effect TEXT COLLATE "C" CHECK (plan_effect IN ('kept', 'undone'));

ALTER TABLE payment ADD COLUMN recorded_at TEXT COLLATE "C";

ALTER TABLE offer ADD COLUMN withdrawn_at TEXT COLLATE "C";
ALTER TABLE offer ADD COLUMN expires_at TEXT COLLATE "C";

ALTER TABLE account ADD COLUMN term_days BIGINT;
ALTER TABLE account ADD COLUMN suspended_at TEXT COLLATE "C";
ALTER TABLE account ADD COLUMN granted_window TEXT COLLATE "C";
ALTER TABLE account ADD COLUMN granted_units BIGINT NOT NULL DEFAULT 0;

-- Numbers a new row like an INTEGER PRIMARY KEY of SQLite; see next_check_id of the first migration.
CREATE FUNCTION next_id(numbered REGCLASS, id TEXT) RETURNS BIGINT LANGUAGE plpgsql AS $$
DECLARE new_id BIGINT;
BEGIN
  PERFORM pg_advisory_xact_lock(numbered::oid::bigint);
  EXECUTE format('SELECT coalesce(max(%I), 0) + 1 FROM %s', id, numbered) INTO new_id;
  RETURN new_id;
END $$;

CREATE TABLE audit_log (
  audit_id BIGINT PRIMARY KEY,
  recorded_at TEXT COLLATE "C" NOT NULL,
  actor TEXT COLLATE "C" NOT NULL,
  action TEXT COLLATE "C" NOT NULL,
  account_id TEXT COLLATE "C" REFERENCES account (account_id),
  order_id TEXT COLLATE "C" REFERENCES billing_order (order_id),
  reason TEXT COLLATE "C",
  details TEXT COLLATE "C" NOT NULL
);
ALTER TABLE audit_log ALTER audit_id SET DEFAULT next_id('audit_log', 'audit_id');

CREATE INDEX audit_log_of_account ON audit_log (account_id);

CREATE TABLE money_move (
  move_id BIGINT PRIMARY KEY,
  audit_id BIGINT NOT NULL REFERENCES audit_log (audit_id),
  account_id TEXT COLLATE "C" NOT NULL REFERENCES account (account_id),
  order_id TEXT COLLATE "C" REFERENCES billing_order (order_id),
  payment_reference TEXT COLLATE "C",
  source TEXT COLLATE "C" NOT NULL CHECK (source IN ('customer', 'held', 'applied', 'credit', 'returned')),
  target TEXT COLLATE "C" NOT NULL CHECK (target IN ('customer', 'held', 'applied', 'credit', 'returned') AND target <> source),
  amount_idr BIGINT NOT NULL CHECK (amount_idr > 0),
  moved_at TEXT COLLATE "C" NOT NULL
);
ALTER TABLE money_move ALTER move_id SET DEFAULT next_id('money_move', 'move_id');

CREATE INDEX money_move_of_order ON money_move (order_id);
CREATE INDEX money_move_of_account ON money_move (account_id);

CREATE FUNCTION is_append_only() RETURNS TRIGGER LANGUAGE plpgsql AS $$
BEGIN
  RAISE 'A row of % is never %', tg_table_name, CASE tg_op WHEN 'UPDATE' THEN 'changed' ELSE 'deleted' END;
END $$;
CREATE TRIGGER audit_log_is_kept BEFORE UPDATE OR DELETE ON audit_log FOR EACH ROW EXECUTE FUNCTION is_append_only();
CREATE TRIGGER money_move_is_kept BEFORE UPDATE OR DELETE ON money_move FOR EACH ROW EXECUTE FUNCTION is_append_only();

ALTER TABLE subscription_change ADD COLUMN term_days BIGINT;
ALTER TABLE subscription_change DROP CONSTRAINT subscription_change_kind_check;
ALTER TABLE subscription_change ADD CONSTRAINT subscription_change_kind_check
CHECK (kind IN ('created', 'purchase', 'renewal', 'upgrade', 'refund', 'grant', 'assignment'));
ALTER TABLE subscription_change DROP CONSTRAINT subscription_change_order_id_key;
CREATE UNIQUE INDEX one_change_an_order ON subscription_change (order_id) WHERE kind IN ('purchase', 'renewal', 'upgrade');
