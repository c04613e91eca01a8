INSERT INTO api_key (key_id, account_id, name, kind, scopes, expires_at, allowed_ips, max_units, link, sha256, masked, created_at)
VALUES (:key_id, :account_id, :name, :kind, :scopes, :expires_at, :allowed_ips, :max_units, :link, :sha256, :masked, :created_at);
