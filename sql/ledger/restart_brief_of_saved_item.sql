-- A changed watchlist is no correction of its brief.
UPDATE notice_settings SET brief_sha256 = NULL WHERE brief_watchlist = :saved_id;
