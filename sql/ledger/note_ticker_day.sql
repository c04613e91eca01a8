-- Records the ticker_day file that was built for a published day.
UPDATE publication SET ticker_day_sha256 = :ticker_day_sha256
WHERE trade_date = :trade_date AND revision = :revision AND state = 'published';
