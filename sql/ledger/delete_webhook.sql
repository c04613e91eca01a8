-- Deletes a webhook with its notices.
DELETE FROM webhook WHERE webhook_id = :webhook_id;
