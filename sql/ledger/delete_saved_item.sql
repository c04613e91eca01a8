-- Deletes a screen or a watchlist, with its alerts and the subscriptions to its brief.
DELETE FROM saved_item WHERE saved_id = :saved_id;
