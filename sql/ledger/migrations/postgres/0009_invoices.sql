-- Invoices, credit notes, and what they state about the buyer; the migration of SQLite with this name describes the tables and columns.

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
  order_id TEXT COLLATE "C" NOT NULL REFERENCES billing_order (order_id),
  invoice_number TEXT COLLATE "C" REFERENCES invoice (number),
  audit_id BIGINT NOT NULL REFERENCES audit_log (audit_id),
  issued_at TEXT COLLATE "C" NOT NULL,
  total_idr BIGINT NOT NULL CHECK (total_idr > 0),
  tax_idr BIGINT NOT NULL CHECK (tax_idr >= 0 AND tax_idr <= total_idr),
  document TEXT COLLATE "C" NOT NULL,
  UNIQUE (kind, year, sequence),
  CHECK ((kind = 'credit_note') = (invoice_number IS NOT NULL))
);
ALTER TABLE invoice ALTER invoice_id SET DEFAULT next_id('invoice', 'invoice_id');

CREATE INDEX invoice_of_account ON invoice (account_id);
CREATE INDEX credit_notes_of_invoice ON invoice (invoice_number);
CREATE UNIQUE INDEX one_invoice_an_order ON invoice (order_id) WHERE kind = 'invoice';

CREATE TRIGGER invoice_is_kept BEFORE UPDATE OR DELETE ON invoice FOR EACH ROW EXECUTE FUNCTION is_append_only();
