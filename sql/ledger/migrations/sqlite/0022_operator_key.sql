-- The keys of operators, for requests under /admin. Only the SHA-256 of a key is stored.
CREATE TABLE operator_key (
  operator_key_id TEXT PRIMARY KEY,
  -- Who uses it; the audit log names the operator by it.
  name TEXT NOT NULL,
  sha256 BLOB NOT NULL UNIQUE,
  masked TEXT NOT NULL,
  created_at TEXT NOT NULL,
  revoked_at TEXT
) STRICT, WITHOUT ROWID;
