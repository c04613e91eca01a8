-- Changes the units that a key in force may use in a quota window; NULL for those of its account.
-- :max_units INTEGER
UPDATE api_key SET max_units = :max_units WHERE key_id = :key_id AND kind <> 'console' AND revoked_at IS NULL
RETURNING account_id, link;
