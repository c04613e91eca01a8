-- The people who sign in. A person can belong to several accounts, and an account can have several people.
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

-- Who may sign in for the first time. Without an account, the first sign-in creates one on the Free plan.
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
  -- The block of IP addresses that asked for it, or `operator`.
  requested_from TEXT NOT NULL,
  sha256 BLOB NOT NULL,
  attempts INTEGER NOT NULL DEFAULT 0,
  created_at TEXT NOT NULL,
  expires_at TEXT NOT NULL,
  used_at TEXT
) STRICT, WITHOUT ROWID;

CREATE INDEX sign_in_code_of_email ON sign_in_code (email, created_at);
CREATE INDEX sign_in_code_by_time ON sign_in_code (created_at);
