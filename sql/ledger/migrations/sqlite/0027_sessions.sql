-- The sessions of people, and of visitors who signed in with a key. The id of a session is stored only as its hash.
CREATE TABLE session (
  sha256 BLOB PRIMARY KEY,
  person_id TEXT REFERENCES person (person_id) ON DELETE CASCADE,
  key_id TEXT REFERENCES api_key (key_id),
  -- The account that the visitor looks at.
  account_id TEXT REFERENCES account (account_id),
  -- What the tokens of forms are made from.
  csrf_secret TEXT NOT NULL,
  created_at TEXT NOT NULL,
  -- To a few minutes.
  last_seen_at TEXT NOT NULL,
  CHECK ((person_id IS NULL) <> (key_id IS NULL))
) STRICT, WITHOUT ROWID;

CREATE INDEX session_of_person ON session (person_id);
CREATE INDEX session_of_key ON session (key_id);
CREATE INDEX session_by_time ON session (last_seen_at);

-- Secrets that are generated once, and that all servers of the ledger share.
CREATE TABLE server_secret (
  name TEXT PRIMARY KEY,
  secret TEXT NOT NULL
) STRICT, WITHOUT ROWID;

-- The console charges the requests of its visitors to a key of kind `console`. SQLite changes the check of a column only with a new table.
PRAGMA defer_foreign_keys = ON;

CREATE TABLE old_api_key AS SELECT * FROM api_key;
DROP TABLE api_key;

CREATE TABLE api_key (
  key_id TEXT PRIMARY KEY,
  account_id TEXT NOT NULL REFERENCES account (account_id),
  name TEXT NOT NULL,
  kind TEXT NOT NULL CHECK (kind IN ('api', 'mcp', 'console')),
  sha256 BLOB NOT NULL UNIQUE,
  masked TEXT NOT NULL,
  created_at TEXT NOT NULL,
  revoked_at TEXT,
  -- What a key permits: `data`, `account`, or both, separated by a comma.
  scopes TEXT NOT NULL DEFAULT 'data',
  -- The time from which the key is invalid. NULL: it does not expire.
  expires_at TEXT,
  -- The CIDR blocks from which the key can be used, separated by commas. NULL: any address.
  allowed_ips TEXT
) STRICT, WITHOUT ROWID;

INSERT INTO api_key (
  key_id, account_id, name, kind, sha256, masked, created_at, revoked_at, scopes, expires_at, allowed_ips
)
SELECT key_id, account_id, name, kind, sha256, masked, created_at, revoked_at, scopes, expires_at, allowed_ips FROM old_api_key;
DROP TABLE old_api_key;

CREATE INDEX api_key_of_account ON api_key (account_id);
CREATE UNIQUE INDEX one_live_mcp_key_an_account ON api_key (account_id) WHERE kind = 'mcp' AND revoked_at IS NULL;
CREATE UNIQUE INDEX one_live_console_key_an_account ON api_key (account_id) WHERE kind = 'console' AND revoked_at IS NULL;
