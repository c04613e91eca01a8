INSERT INTO feed (account_id, watchlist, replacements) VALUES (:account_id, :watchlist, 1)
ON CONFLICT (account_id, watchlist) DO UPDATE SET replacements = feed.replacements + 1;
