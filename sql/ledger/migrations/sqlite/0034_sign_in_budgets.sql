-- Why an e-mail was sent: to a `person` who is known, to a `new` one, or to `nobody`.
ALTER TABLE sign_in_code ADD COLUMN recipient TEXT NOT NULL DEFAULT 'person';
-- The secret of the link in the e-mail with a code; null for the link of an operator, whose secret is in `sha256`.
ALTER TABLE sign_in_code ADD COLUMN link_sha256 BLOB;
-- Entries of the code in the browser, and from the network, that requested it. `attempts` counts all others.
ALTER TABLE sign_in_code ADD COLUMN browser_attempts INTEGER NOT NULL DEFAULT 0;
ALTER TABLE sign_in_code ADD COLUMN network_attempts INTEGER NOT NULL DEFAULT 0;

CREATE INDEX sign_in_code_of_nobody ON sign_in_code (created_at, code_id) WHERE recipient = 'nobody';
