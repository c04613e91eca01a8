INSERT INTO snapshot (snapshot_id, account_id, title, note, created_at, content, preview)
VALUES (:snapshot_id, :account_id, :title, :note, :created_at, :content, :preview);
