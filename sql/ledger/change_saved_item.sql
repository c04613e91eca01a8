UPDATE saved_item SET name = :name, content = :content, changed_at = :changed_at WHERE saved_id = :saved_id;
