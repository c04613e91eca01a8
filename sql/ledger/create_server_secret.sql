INSERT INTO server_secret (name, secret) VALUES (:name, :secret) ON CONFLICT (name) DO NOTHING;
