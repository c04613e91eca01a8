-- How often was the address of a feed replaced?
SELECT replacements FROM feed WHERE account_id = :account_id AND watchlist = :watchlist;
