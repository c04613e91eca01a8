-- Notes that the publications of a month are in the month files in force from now on.
-- :month TEXT NOT NULL
-- :served_at TEXT NOT NULL
UPDATE publication SET served_at = :served_at
WHERE number IS NOT NULL AND served_at IS NULL AND trade_date BETWEEN :month || '-01' AND :month || '-31';
