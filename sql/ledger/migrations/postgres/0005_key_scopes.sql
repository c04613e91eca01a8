-- As in SQLite. Servers of the previous version insert keys without these columns.
ALTER TABLE api_key
  ADD COLUMN scopes TEXT COLLATE "C" NOT NULL DEFAULT 'data',
  ADD COLUMN expires_at TEXT COLLATE "C",
  ADD COLUMN allowed_ips TEXT COLLATE "C";
UPDATE api_key SET scopes = 'data,account' WHERE kind = 'api';
