INSERT INTO sign_in_code (code_id, email, requested_from, recipient, sha256, link_sha256, created_at, expires_at)
VALUES (:code_id, :email, :requested_from, :recipient, :sha256, :link_sha256, :created_at, :expires_at);
