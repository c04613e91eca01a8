-- Notes that the publications of a month are in the market files in force from now on.
-- :month TEXT NOT NULL
-- :served_at TEXT NOT NULL
UPDATE publication SET market_served_at = :served_at
WHERE number IS NOT NULL AND market_served_at IS NULL AND trade_date BETWEEN :month || '-01' AND :month || '-31';
