-- What was published last?
SELECT trade_date, revision, published_at FROM publication
WHERE state = 'published' ORDER BY published_at DESC, trade_date DESC LIMIT 1;
