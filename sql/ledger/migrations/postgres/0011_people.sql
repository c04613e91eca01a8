-- The people who sign in; the migration of SQLite with this name describes the tables and columns.
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
  sha256 BYTEA NOT NULL,
  attempts BIGINT NOT NULL DEFAULT 0,
  created_at TEXT COLLATE "C" NOT NULL,
  expires_at TEXT COLLATE "C" NOT NULL,
  used_at TEXT COLLATE "C"
);

CREATE INDEX sign_in_code_of_email ON sign_in_code (lower(email), created_at);
CREATE INDEX sign_in_code_by_time ON sign_in_code (created_at);
