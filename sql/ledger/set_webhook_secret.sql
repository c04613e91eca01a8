UPDATE webhook SET secret = :secret WHERE webhook_id = :webhook_id;
