-- Which publication has a file with this SHA-256 that is kept?
-- :sha256 TEXT NOT NULL
SELECT * FROM publication
WHERE number IS NOT NULL AND deleted_at IS NULL AND :sha256 IN (trades_sha256, broker_day_sha256, ticker_day_sha256)
LIMIT 1;
