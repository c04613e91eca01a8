DELETE FROM webhook WHERE webhook_id = :webhook_id;
