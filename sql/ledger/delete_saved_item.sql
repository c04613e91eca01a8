DELETE FROM saved_item WHERE saved_id = :saved_id;
