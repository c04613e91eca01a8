-- :replaced_at TEXT NOT NULL
UPDATE publication SET state = 'replaced', replaced_at = :replaced_at
WHERE trade_date = :trade_date AND state = 'published';
