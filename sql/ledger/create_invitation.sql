INSERT INTO invitation (invitation_id, email, account_id, role, created_at, expires_at)
VALUES (:invitation_id, :email, :account_id, :role, :created_at, :expires_at);
