UPDATE webhook SET failing_since = :failing_since, disabled_at = :disabled_at WHERE webhook_id = :webhook_id;
