-- Events that accounts and the operator are notified of. An event is written in the transaction of the change.
CREATE TABLE event (
  event_id TEXT PRIMARY KEY,
  -- Identifies the occurrence: an occurrence that is found twice is recorded once.
  event_key TEXT NOT NULL UNIQUE,
  kind TEXT NOT NULL,
  -- NULL: the event concerns every account.
  account_id TEXT REFERENCES account (account_id),
  occurred_at TEXT NOT NULL,
  -- A JSON object.
  data TEXT NOT NULL,
  -- When a notice was made for each receiver; NULL before that.
  distributed_at TEXT
) STRICT;

CREATE INDEX event_to_distribute ON event (occurred_at) WHERE distributed_at IS NULL;
CREATE INDEX event_of_account ON event (account_id);

-- What an account chose. NULL: the default.
CREATE TABLE notice_settings (
  account_id TEXT PRIMARY KEY REFERENCES account (account_id),
  language TEXT CHECK (language IN ('en', 'id')),
  -- The kinds of events that are sent by e-mail, separated by commas.
  email_events TEXT
) STRICT;

CREATE TABLE webhook (
  webhook_id TEXT PRIMARY KEY,
  account_id TEXT NOT NULL REFERENCES account (account_id),
  url TEXT NOT NULL,
  -- The kinds of events, separated by commas.
  events TEXT NOT NULL,
  -- Stored as it is, because each delivery is signed with it.
  secret TEXT NOT NULL,
  created_at TEXT NOT NULL,
  -- The first failure since the last delivery; NULL while deliveries succeed.
  failing_since TEXT,
  disabled_at TEXT
) STRICT;

CREATE INDEX webhook_of_account ON webhook (account_id);

-- An event for one receiver.
CREATE TABLE notice (
  notice_id TEXT PRIMARY KEY,
  event_id TEXT NOT NULL REFERENCES event (event_id),
  -- NULL: the operator.
  account_id TEXT REFERENCES account (account_id),
  -- NULL: by e-mail.
  webhook_id TEXT REFERENCES webhook (webhook_id),
  state TEXT NOT NULL CHECK (state IN ('pending', 'delivered', 'failed', 'not_sent')),
  created_at TEXT NOT NULL,
  attempts INTEGER NOT NULL,
  -- NULL for a notice that is not pending.
  next_attempt_at TEXT,
  last_attempt_at TEXT,
  settled_at TEXT,
  -- The HTTP status of the last answer of a webhook.
  last_status INTEGER,
  last_error TEXT
) STRICT;

CREATE INDEX notice_due ON notice (next_attempt_at) WHERE state = 'pending';
CREATE INDEX notice_of_webhook ON notice (webhook_id, created_at);
CREATE INDEX notice_of_event ON notice (event_id);
CREATE INDEX notice_of_account ON notice (account_id, created_at);
