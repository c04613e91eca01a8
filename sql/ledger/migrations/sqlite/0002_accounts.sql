CREATE TABLE account (
  account_id TEXT PRIMARY KEY,
  email TEXT NOT NULL UNIQUE COLLATE NOCASE,
  plan TEXT NOT NULL,
  period_start TEXT NOT NULL,
  -- NULL: a plan without end, such as Free
  period_end TEXT,
  created_at TEXT NOT NULL
) STRICT, WITHOUT ROWID;

-- A key itself is never stored: only its SHA-256, and its ends for people to tell keys apart.
CREATE TABLE api_key (
  key_id TEXT PRIMARY KEY,
  account_id TEXT NOT NULL REFERENCES account (account_id),
  name TEXT NOT NULL,
  kind TEXT NOT NULL CHECK (kind IN ('api', 'mcp')),
  sha256 BLOB NOT NULL UNIQUE,
  masked TEXT NOT NULL,
  created_at TEXT NOT NULL,
  revoked_at TEXT
) STRICT, WITHOUT ROWID;

CREATE INDEX api_key_of_account ON api_key (account_id);
CREATE UNIQUE INDEX one_live_mcp_key_an_account ON api_key (account_id) WHERE kind = 'mcp' AND revoked_at IS NULL;
