-- Adds a person to an account, or changes the role.
INSERT INTO membership (account_id, person_id, role, created_at) VALUES (:account_id, :person_id, :role, :created_at)
ON CONFLICT (account_id, person_id) DO UPDATE SET role = excluded.role;
