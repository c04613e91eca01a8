-- What are the facts of a published day, if they were noted?
SELECT facts FROM day_facts
WHERE trade_date = :trade_date AND trades_sha256 = :trades_sha256 AND version = :version;
