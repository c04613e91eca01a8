INSERT INTO saved_item (saved_id, account_id, kind, name, content, created_at, changed_at)
VALUES (:saved_id, :account_id, :kind, :name, :content, :created_at, :changed_at);
