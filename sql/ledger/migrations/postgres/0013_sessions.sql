-- Sessions and shared secrets; the migration of SQLite with this name describes the tables and columns.
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

CREATE TABLE server_secret (
  name TEXT COLLATE "C" PRIMARY KEY,
  secret TEXT COLLATE "C" NOT NULL
);

ALTER TABLE api_key DROP CONSTRAINT api_key_kind_check;
ALTER TABLE api_key ADD CONSTRAINT api_key_kind_check CHECK (kind IN ('api', 'mcp', 'console'));
CREATE UNIQUE INDEX one_live_console_key_an_account ON api_key (account_id) WHERE kind = 'console' AND revoked_at IS NULL;
