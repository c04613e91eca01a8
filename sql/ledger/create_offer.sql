INSERT INTO offer (offer_id, account_id, series, units, requests_per_minute, keys, price_idr, days, created_at, expires_at)
VALUES (:offer_id, :account_id, :series, :units, :requests_per_minute, :keys, :price_idr, :days, :created_at, :expires_at);
