-- As in SQLite, whose migration of this name describes the tables and columns.
CREATE TABLE event (
  event_id TEXT COLLATE "C" PRIMARY KEY,
  event_key TEXT COLLATE "C" NOT NULL UNIQUE,
  kind TEXT COLLATE "C" NOT NULL,
  account_id TEXT COLLATE "C" REFERENCES account (account_id),
  occurred_at TEXT COLLATE "C" NOT NULL,
  data TEXT COLLATE "C" NOT NULL,
  distributed_at TEXT COLLATE "C"
);

CREATE INDEX event_to_distribute ON event (occurred_at) WHERE distributed_at IS NULL;
CREATE INDEX event_of_account ON event (account_id);
CREATE TABLE notice_settings (
  account_id TEXT COLLATE "C" PRIMARY KEY REFERENCES account (account_id),
  language TEXT COLLATE "C" CHECK (language IN ('en', 'id')),
  email_events TEXT COLLATE "C"
);

CREATE TABLE webhook (
  webhook_id TEXT COLLATE "C" PRIMARY KEY,
  account_id TEXT COLLATE "C" NOT NULL REFERENCES account (account_id),
  url TEXT COLLATE "C" NOT NULL,
  events TEXT COLLATE "C" NOT NULL,
  secret TEXT COLLATE "C" NOT NULL,
  created_at TEXT COLLATE "C" NOT NULL,
  failing_since TEXT COLLATE "C",
  disabled_at TEXT COLLATE "C"
);

CREATE INDEX webhook_of_account ON webhook (account_id);
CREATE TABLE notice (
  notice_id TEXT COLLATE "C" PRIMARY KEY,
  event_id TEXT COLLATE "C" NOT NULL REFERENCES event (event_id),
  account_id TEXT COLLATE "C" REFERENCES account (account_id),
  webhook_id TEXT COLLATE "C" REFERENCES webhook (webhook_id),
  state TEXT COLLATE "C" NOT NULL CHECK (state IN ('pending', 'delivered', 'failed', 'not_sent')),
  created_at TEXT COLLATE "C" NOT NULL,
  attempts BIGINT NOT NULL,
  next_attempt_at TEXT COLLATE "C",
  last_attempt_at TEXT COLLATE "C",
  settled_at TEXT COLLATE "C",
  last_status BIGINT,
  last_error TEXT COLLATE "C"
);

CREATE INDEX notice_due ON notice (next_attempt_at) WHERE state = 'pending';
CREATE INDEX notice_of_webhook ON notice (webhook_id, created_at);
CREATE INDEX notice_of_event ON notice (event_id);
CREATE INDEX notice_of_account ON notice (account_id, created_at);
