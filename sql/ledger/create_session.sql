INSERT INTO session (sha256, person_id, key_id, account_id, csrf_secret, created_at, last_seen_at)
VALUES (:sha256, :person_id, :key_id, :account_id, :csrf_secret, :created_at, :last_seen_at);
