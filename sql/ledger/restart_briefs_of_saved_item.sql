-- A changed watchlist is no correction of its brief.
UPDATE brief_subscription SET sha256 = NULL WHERE saved_id = :saved_id;
