INSERT INTO api_key (key_id, account_id, name, kind, sha256, masked, created_at)
VALUES (:key_id, :account_id, :name, :kind, :sha256, :masked, :created_at);
