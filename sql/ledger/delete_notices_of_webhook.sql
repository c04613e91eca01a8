DELETE FROM notice WHERE webhook_id = :webhook_id;
