-- Invoices, credit notes, and what they state about the buyer.

-- What the invoices of an account state about it besides its e-mail address.
CREATE TABLE billing_details (
  account_id TEXT PRIMARY KEY REFERENCES account (account_id),
  name TEXT,
  address TEXT,
  tax_id TEXT,
  changed_at TEXT NOT NULL
) STRICT;

-- An invoice for each applied order, and a credit note for each part of it that is taken back. Never changed or deleted. The numbers of a
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
  order_id TEXT NOT NULL REFERENCES billing_order (order_id),
  -- The invoice that a credit note reduces.
  invoice_number TEXT REFERENCES invoice (number),
  audit_id INTEGER NOT NULL REFERENCES audit_log (audit_id),
  issued_at TEXT NOT NULL,
  total_idr INTEGER NOT NULL CHECK (total_idr > 0),
  -- The part of the total that is tax.
  tax_idr INTEGER NOT NULL CHECK (tax_idr >= 0 AND tax_idr <= total_idr),
  -- A JSON object with all that the document states.
  document TEXT NOT NULL,
  UNIQUE (kind, year, sequence),
  CHECK ((kind = 'credit_note') = (invoice_number IS NOT NULL))
) STRICT;

CREATE INDEX invoice_of_account ON invoice (account_id);
CREATE INDEX credit_notes_of_invoice ON invoice (invoice_number);
CREATE UNIQUE INDEX one_invoice_an_order ON invoice (order_id) WHERE kind = 'invoice';

CREATE TRIGGER invoice_stays BEFORE UPDATE ON invoice
BEGIN SELECT raise(ABORT, 'An invoice is never changed'); END;
CREATE TRIGGER invoice_is_kept BEFORE DELETE ON invoice
BEGIN SELECT raise(ABORT, 'An invoice is never deleted'); END;
