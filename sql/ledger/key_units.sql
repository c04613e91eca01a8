-- How many units has a key used in a quota window?
SELECT units FROM key_usage WHERE key_id = :key_id AND quota_window = :window;
