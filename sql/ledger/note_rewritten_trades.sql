-- Records the trades file that replaces the one of an older version, with the same trades, of a published day.
UPDATE publication SET trades_sha256 = :trades_sha256
WHERE trade_date = :trade_date AND revision = :revision AND state = 'published';
