-- Which feeds of an account have a replaced address?
SELECT account_id, watchlist, replacements FROM feed WHERE account_id = :account_id ORDER BY watchlist;
