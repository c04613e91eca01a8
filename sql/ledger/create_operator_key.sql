INSERT INTO operator_key (operator_key_id, name, sha256, masked, created_at)
VALUES (:operator_key_id, :name, :sha256, :masked, :created_at);
