-- What a key permits: `data`, `account`, or both, separated by a comma. A row that is inserted without scopes, as an older version does,
-- can only read data: a key never permits more than its creator asked for.
ALTER TABLE api_key ADD COLUMN scopes TEXT NOT NULL DEFAULT 'data';
-- The time from which the key is invalid. NULL: it does not expire.
ALTER TABLE api_key ADD COLUMN expires_at TEXT;
-- The CIDR blocks from which the key can be used, separated by commas. NULL: any address.
ALTER TABLE api_key ADD COLUMN allowed_ips TEXT;
-- Existing keys keep what they permitted: an API key everything, an MCP key the data.
UPDATE api_key SET scopes = 'data,account' WHERE kind = 'api';
