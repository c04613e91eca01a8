INSERT INTO webhook (webhook_id, account_id, url, events, secret, created_at)
VALUES (:webhook_id, :account_id, :url, :events, :secret, :created_at);
