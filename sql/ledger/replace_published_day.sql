UPDATE publication SET state = 'replaced' WHERE trade_date = :trade_date AND state = 'published';
